import asyncio
import socket
import unittest
import urllib.request
from unittest.mock import patch

from governance_audit import ApiError, AsyncGovernanceClient, GovernanceClient, NoResponseError
from governance_audit.request import build_url, delay_before_next, origin_of

from .local_server import LocalServer, ok, refusal

EVENT = {"modelId": "mdl_1", "eventType": "INFERENCE", "payload": {}}


def page(data, cursor=None):
    following = {"hasMore": True, "nextCursor": cursor} if cursor else {"hasMore": False}
    return ok({"data": data, "pagination": {"total": 3, "limit": 2, "offset": 0, **following}})


class Retries(unittest.TestCase):
    def setUp(self):
        self.sleeps = []
        for patcher in (patch("time.sleep", self.sleeps.append), patch("random.random", lambda: 1.0)):
            patcher.start()
            self.addCleanup(patcher.stop)

    def test_a_lost_response_is_retried_with_the_same_key(self):
        with LocalServer(None, refusal(503, "unavailable"), ok({"id": "evt_1"}, 201)) as server:
            attempts = []
            client = GovernanceClient(server.url, "gas_test_key", on_attempt=attempts.append)
            self.assertEqual(client.audit.append(EVENT), {"id": "evt_1"})
        self.assertEqual(len({request["headers"]["Idempotency-Key"] for request in server.requests}), 1)
        self.assertEqual([request["body"] for request in server.requests], [server.requests[0]["body"]] * 3)
        self.assertEqual([one.status for one in attempts], [None, 503, 201])
        self.assertEqual(self.sleeps, [0.25, 0.5])

    def test_each_call_has_its_own_key_unless_you_pass_one(self):
        with LocalServer(ok({}, 201)) as server:
            client = GovernanceClient(server.url)
            client.audit.append(EVENT)
            client.audit.append(EVENT)
            client.audit.append(EVENT, idempotency_key="mine")
        keys = [request["headers"]["Idempotency-Key"] for request in server.requests]
        self.assertEqual((len(set(keys)), keys[2]), (3, "mine"))

    def test_a_write_without_a_key_is_sent_once(self):
        for answer, expected in ((None, NoResponseError), (refusal(503, "unavailable"), ApiError)):
            with LocalServer(answer) as server:
                with self.assertRaises(expected):
                    GovernanceClient(server.url).shadow_ai.update("sad_1", {"notes": "x"})
            self.assertEqual(len(server.requests), 1)

    def test_the_rate_limit_is_honoured_for_every_request(self):
        with LocalServer(refusal(429, "rate_limited", {"Retry-After": "7"}), ok({})) as server:
            GovernanceClient(server.url).shadow_ai.update("sad_1", {"notes": "x"})
        self.assertEqual(self.sleeps, [7.25])

    def test_rejections_are_not_retried(self):
        for status, code in ((400, "validation_failed"), (401, "unauthorized"), (404, "not_found"), (409, "conflict")):
            with LocalServer(refusal(status, code)) as server:
                with self.assertRaises(ApiError):
                    GovernanceClient(server.url).audit.append(EVENT)
            self.assertEqual(len(server.requests), 1, code)

    def test_delays(self):
        passing = lambda status, code="x", after=None: ApiError("GET", "/", status, {"Retry-After": after} if after else {}, '{"error":"%s"}' % code)  # noqa: E731
        cases = [
            (1, passing(503), True, 0.25), (4, passing(500), True, 2.0), (5, passing(500), True, None),
            (1, passing(503), False, None), (1, passing(429), False, 0.25), (1, passing(429, after="121"), True, None),
            (1, passing(409, "idempotency_in_progress", "1"), True, 1.25), (1, passing(409, "conflict"), True, None),
            (1, NoResponseError("x"), True, 0.25), (1, NoResponseError("x"), False, None),
        ]
        for attempts, error, is_repeatable, expected in cases:
            self.assertEqual(delay_before_next(attempts, error, is_repeatable, 4), expected, (attempts, error))


class Calls(unittest.TestCase):
    def test_errors_have_the_members_of_the_response(self):
        details = [{"path": "modelId", "message": "is required"}]
        with LocalServer(refusal(400, "validation_failed", details=details)) as server:
            with self.assertRaises(ApiError) as caught:
                GovernanceClient(server.url).audit.append(EVENT)
        error = caught.exception
        self.assertEqual((error.status, error.code, error.request_id), (400, "validation_failed", "req_1"))
        self.assertEqual(error.details, details)
        self.assertEqual(str(error), "400 validation_failed: Refused: validation_failed. modelId: is required.")

    def test_a_response_of_a_proxy_is_an_error_with_an_unknown_code(self):
        with LocalServer((502, {"X-Request-Id": "req_2"}, b"<html>")) as server:
            with self.assertRaises(ApiError) as caught:
                GovernanceClient(server.url, retries=0).audit.get("evt_1")
        self.assertEqual((caught.exception.code, caught.exception.request_id), ("unknown", "req_2"))

    def test_a_timeout_is_reported(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            client = GovernanceClient(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.05, retries=0)
            with self.assertRaises(NoResponseError) as caught:
                client.audit.get("evt_1")
        self.assertTrue(caught.exception.is_timeout)

    def test_an_api_key_does_not_follow_redirects(self):
        for opener in (None, urllib.request.build_opener()):
            with LocalServer(ok({})) as other, LocalServer((302, {"Location": other.url}, b"")) as server:
                with self.assertRaises(ApiError) as caught:
                    GovernanceClient(server.url, "gas_test_key", retries=0, opener=opener).audit.get("evt_1")
                self.assertEqual(GovernanceClient(server.url, opener=opener).audit.get("evt_1"), {})
            self.assertEqual(caught.exception.status, 302)
            self.assertEqual([one["headers"]["Authorization"] for one in other.requests], [None])

    def test_status_and_headers_of_a_call(self):
        with LocalServer(ok({"id": "sad_1"}, ETag='"1"')) as server:
            response = GovernanceClient(server.url).request("getShadowAiDetection", "sad_1", headers={"If-Match": "*"})
        self.assertEqual((response.data["id"], response.status, response.headers["ETag"]), ("sad_1", 200, '"1"'))
        self.assertEqual(server.requests[0]["headers"]["If-Match"], "*")

    def test_unknown_options_are_rejected(self):
        with self.assertRaises(TypeError):
            GovernanceClient("https://audit.example.com").audit.get("evt_1", idempotency_key="x")

    def test_urls(self):
        cases = [
            (("/v1/models/{id}", ("mdl_1",), None), "/v1/models/mdl_1"),
            (("/v1/models/{id}", ("a/b?",), None), "/v1/models/a%2Fb%3F"),
            (("/v1/audit", (), {"tag": ["a,b", "c"], "from": "2026-01-01T00:00:00+02:00", "limit": None, "x": True}),
             "/v1/audit?tag=a%2Cb&tag=c&from=2026-01-01T00%3A00%3A00%2B02%3A00&x=true"),
        ]
        for parts, expected in cases:
            self.assertEqual(build_url("", *parts), expected)
        for wrong in ("", ".", "..", None):
            with self.assertRaises(ValueError):
                build_url("", "/v1/models/{id}", (wrong,), None)
        self.assertEqual(origin_of("https://audit.example.com/v1/"), "https://audit.example.com")


class Lists(unittest.TestCase):
    def test_iterates_over_all_pages(self):
        with LocalServer(page([{"id": "1"}, {"id": "2"}], "next"), page([{"id": "3"}])) as server:
            found = [event["id"] for event in GovernanceClient(server.url).audit.list({"severity": "HIGH"})]
        self.assertEqual(found, ["1", "2", "3"])
        self.assertEqual([request["path"] for request in server.requests], [
            "/v1/audit?severity=HIGH", "/v1/audit?severity=HIGH&cursor=next",
        ])

    def test_fetches_pages_as_needed(self):
        with LocalServer(page([{"id": "1"}], "next")) as server:
            next(iter(GovernanceClient(server.url).audit.list()))
            self.assertEqual(GovernanceClient(server.url).audit.list().page()["pagination"]["nextCursor"], "next")
        self.assertEqual(len(server.requests), 2)


class Asynchronous(unittest.IsolatedAsyncioTestCase):
    async def test_calls_run_at_the_same_time_and_lists_are_iterated(self):
        with LocalServer(ok({"id": "evt_1"}, 201)) as server:
            client = AsyncGovernanceClient(server.url)
            self.assertEqual(len(await asyncio.gather(*(client.audit.append(EVENT) for _ in range(5)))), 5)
        with LocalServer(page([{"id": "1"}], "next"), page([{"id": "2"}]), page([{"id": "3"}])) as server:
            client = AsyncGovernanceClient(server.url)
            self.assertEqual([event["id"] async for event in client.audit.list()], ["1", "2"])
            self.assertEqual((await client.audit.list())["data"], [{"id": "3"}])


if __name__ == "__main__":
    unittest.main()
