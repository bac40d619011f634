-- One request after the other from a file of paths, at random, or one path. Run as
--   wrk ... -s requests.lua URL -- KIND [FILE]
-- KIND: get (FILE: paths), page (the same, of the panel, in the session of the environment variable SESSION), fresh (a
-- list page of the panel that was never asked for), create, send, signin (FILE: addresses; many, as attempts of one
-- address that are under way count against its limit). The token is in the environment variable TOKEN, the password of all addresses in PASSWORD. Prints one line: RESULT requests seconds p50 p99 failed, times of requests in milliseconds.

local threads = 0

function setup(thread)
    threads = threads + 1
    thread:set("number", threads)
end

function init(args)
    kind = args[1]
    count = 0
    math.randomseed(os.time() * 100 + number)
    if kind == "signin" then
        headers = { ["Content-Type"] = "application/json" }
    elseif kind == "page" or kind == "fresh" then
        headers = { ["Cookie"] = "admin_session=" .. os.getenv("SESSION"), ["Accept"] = "text/html" }
    else
        headers = { ["Authorization"] = "Bearer " .. os.getenv("TOKEN") }
    end
    if kind == "create" or kind == "send" then
        headers["Content-Type"] = "application/json"
    end
    paths = {}
    if args[2] then
        for line in io.lines(args[2]) do
            if kind == "signin" then
                paths[#paths + 1] = wrk.format("POST", "/admin/api/auth/login", headers,
                    '{"email":"' .. line .. '","password":"' .. os.getenv("PASSWORD") .. '"}')
            else
                paths[#paths + 1] = wrk.format("GET", line, headers)
            end
        end
    end
end

function request()
    if kind == "send" then
        count = count + 1
        return wrk.format("POST", "/api/notifications/send", headers, string.format(
            '{"user_id":"reader%d","title":"Measured %d-%d","message":"%s"}', math.random(2000), number, count,
            "A sentence or two about what has happened, as programs write them."))
    end
    if kind == "fresh" then
        count = count + 1
        return wrk.format("GET", string.format("/admin/products/?page=%d&price__gte=-%d%d.%02d", math.random(100),
            number, os.time() % 100000 * 1000 + math.floor(count / 100), count % 100), headers)
    end
    if kind ~= "create" then
        return paths[math.random(#paths)]
    end
    count = count + 1
    return wrk.format("POST", "/admin/api/reviews/", headers, string.format(
        '{"product_id":%d,"customer_id":%d,"rating":%d,"title":"Measured %d-%d","body":"%s","status":"published"}',
        math.random(2400), math.random(12000), math.random(5), number, count,
        "A sentence or two about how it is to live with this thing, as people write them."))
end

function done(summary, latency)
    local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
        + summary.errors.status
    print(string.format("RESULT %d %.3f %.3f %.3f %d", summary.requests, summary.duration / 1e6,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
end
