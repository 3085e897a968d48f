-- One request again and again. {N} is the number of one of 72 single events of January, {R} counts the requests.
-- Arguments: method, path, file of the body or "-".
local method, path, body
local sent = 0

init = function(arguments)
    method, path = arguments[1], arguments[2]
    if arguments[3] ~= "-" then
        local file = assert(io.open(arguments[3]))
        body = file:read("*a")
        file:close()
    end
end

request = function()
    sent = sent + 1
    -- Each tenth event is weekly; these leave them alone.
    local name = tostring(sent % 8 * 10 + 1 + sent % 9)
    local text = body and body:gsub("{N}", name):gsub("{R}", tostring(sent))
    return wrk.format(method, (path:gsub("{N}", name)), nil, text)
end
