-- wrk's requests. Arguments: get | holds|refusals KEY PREFIX BASE FIRST NUMBER STRIDE strictly|quickly
-- Lot BASE + i * STRIDE % NUMBER for i = FIRST, FIRST + 1, …: every lot once, neighbours in time on different pages.
-- Written by hand instead of by wrk.format: the generator shares the processors with what it measures.

local threads = {}
unexpected = 0

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  if args[1] == "get" then return end
  local kind, key, prefix, base = args[1], args[2], args[3], tonumber(args[4])
  local i, number, stride = tonumber(args[5]), tonumber(args[6]), tonumber(args[7])
  local expected = kind == "holds" and 201 or 409
  local hot = kind == "refusals" and tostring(base + i) or nil
  local head = "POST /v1/assets/" .. prefix
  local middle = "/reservations HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " .. key
    .. "\r\nContent-Type: application/json\r\nContent-Length: 26\r\nIdempotency-Key: " .. prefix .. "-" .. kind .. "-"
  local body = "\r\n\r\n{\"buyer_id\":\"usr_"

  function request()
    i = i + 1
    if not hot and i >= number then
      unexpected = unexpected + 1 -- out of lots
      wrk.thread:stop()
    end
    local n = hot and base + i or base + i * stride % number
    return head .. (hot or n) .. middle .. n .. body .. n .. "\"}"
  end

  if args[8] == "strictly" then
    function response(status)
      if status ~= expected then unexpected = unexpected + 1 end
    end
  end
end

function done(summary, latency)
  local all = 0
  for _, thread in ipairs(threads) do
    all = all + thread:get("unexpected")
  end
  local e = summary.errors
  print(string.format(
    '{"requests":%d,"micros":%d,"refused":%d,"errors":%d,"unexpected":%d,"p50":%d,"p99":%d}',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout, all,
    latency:percentile(50), latency:percentile(99)))
end
