"""How calendar programs ask, from their public sources and documentation."""

#: Namespaces as each program writes them.
IOS = 'xmlns:A="DAV:" xmlns:B="urn:ietf:params:xml:ns:caldav" xmlns:C="http://calendarserver.org/ns/" xmlns:D="http://apple.com/ns/ical/" xmlns:E="http://me.com/_namespace/"'
APPLE = {"User-Agent": "iOS/18.1 (22B83) dataaccessd/1.0", "Accept": "*/*", "Brief": "t", "Prefer": "return=minimal", "Content-Type": "text/xml"}
THUNDERBIRD = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0", "Accept": "text/xml",
               "Accept-Charset": "utf-8,*;q=0.1", "Content-Type": "text/xml; charset=utf-8"}
DAVX5 = {"User-Agent": "DAVx5/4.4.3-ose (2024/10/28; dav4jvm; okhttp/4.12.0) Android/14", "Accept-Language": "en-CA, en;q=0.7, *;q=0.5",
         "Content-Type": "application/xml; charset=utf-8"}
EVOLUTION = {"User-Agent": "Evolution/3.52.4", "Content-Type": 'application/xml; charset="utf-8"'}


def ask(phone, headers, method, path, *allowed, body=None, depth=None, **more):
    return phone.call(method, path, *allowed, body=body, depth=depth, headers=headers | more)


def first_with(parts, name):
    return next(part for part in parts.values() if name in part)
