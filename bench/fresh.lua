-- Each request is one of its own: a page that the server keeps ready says nothing of what reading it costs.
local count = 0
request = function()
    count = count + 1
    return wrk.format(nil, wrk.path .. (wrk.path:find("?", 1, true) and "&" or "?") .. "fresh=" .. count)
end
