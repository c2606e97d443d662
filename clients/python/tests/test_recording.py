import asyncio
import json
import logging
import os
import subprocess
import sys
import threading
import unittest
from dataclasses import dataclass
from pathlib import Path

from governance_audit import ApiError, AsyncGovernanceClient, AuditLogHandler, EventQueue, GovernanceClient, audited

from .local_server import LocalServer, ok, refusal

EVENT = {"modelId": "mdl_1", "eventType": "ALERT", "payload": {}}


def batch(request):
    events = json.loads(request["body"])["events"]
    return ok({"appended": len(events), "failed": 0, "results": [{"index": n, "id": "evt"} for n in range(len(events))]}, 201)


def sent(server):
    return [event for request in server.requests for event in json.loads(request["body"])["events"]]


class Queues(unittest.TestCase):
    def test_events_are_appended_in_order_in_batches_and_each_batch_with_one_key(self):
        with LocalServer(refusal(400, "x"), refusal(503, "unavailable"), batch) as server:
            dropped = []
            client = GovernanceClient(server.url, retries=1)
            queue = EventQueue(client, batch_size=2, interval=0, on_dropped=lambda event, reason: dropped.append(event))
            queue.put({**EVENT, "payload": {"n": -1}})
            self.assertTrue(queue.flush(10))
            for n in range(5):
                self.assertTrue(queue.put({**EVENT, "payload": {"n": n}}))
            self.assertTrue(queue.close(10))
        self.assertEqual([event["payload"]["n"] for event in dropped], [-1])
        requests = server.requests[1:]
        self.assertEqual(requests[0]["body"], requests[1]["body"])
        self.assertEqual(requests[0]["headers"]["Idempotency-Key"], requests[1]["headers"]["Idempotency-Key"])
        numbers = [event["payload"]["n"] for request in requests[1:] for event in json.loads(request["body"])["events"]]
        self.assertEqual(numbers, list(range(5)))
        self.assertTrue(all(len(json.loads(request["body"])["events"]) <= 2 for request in requests))

    def test_events_that_the_service_rejects_are_reported(self):
        results = [{"index": 0, "error": "model_not_registered", "message": "No."}, {"index": 1, "id": "evt"}]
        with LocalServer(ok({"appended": 1, "failed": 1, "results": results})) as server:
            dropped = []
            queue = EventQueue(GovernanceClient(server.url), on_dropped=lambda *given: dropped.append(given))
            queue.put({**EVENT, "payload": {"n": 0}})
            queue.put(EVENT)
            self.assertTrue(queue.close(10))
        self.assertEqual([(event["payload"], reason) for event, reason in dropped], [({"n": 0}, "model_not_registered: No.")])

    def test_only_the_invalid_events_of_a_rejected_batch_are_dropped(self):
        def strict(request):
            numbers = [event["payload"]["n"] for event in json.loads(request["body"])["events"]]
            return refusal(400, "invalid_json") if {2, 7} & set(numbers) else batch(request)

        with LocalServer(strict) as server:
            dropped = []
            queue = EventQueue(
                GovernanceClient(server.url), interval=60, on_dropped=lambda event, _: dropped.append(event["payload"]["n"])
            )
            for n in range(10):
                queue.put({**EVENT, "payload": {"n": n}})
            self.assertTrue(queue.close(10))
        accepted = [one for one in server.requests if strict(one)[0] == 201]
        numbers = [event["payload"]["n"] for one in accepted for event in json.loads(one["body"])["events"]]
        self.assertEqual((numbers, dropped), ([0, 1, 3, 4, 5, 6, 8, 9], [2, 7]))
        self.assertEqual(len({one["headers"]["Idempotency-Key"] for one in server.requests}), len(server.requests))

    def test_a_batch_that_is_rejected_for_another_reason_is_sent_once(self):
        with LocalServer(refusal(403, "insufficient_scope")) as server:
            dropped = []
            queue = EventQueue(GovernanceClient(server.url), interval=60, on_dropped=lambda *given: dropped.append(given))
            queue.put(EVENT)
            queue.put(EVENT)
            self.assertTrue(queue.close(10))
        self.assertEqual((len(server.requests), len(dropped)), (1, 2))

    def test_events_that_the_service_cannot_read_are_not_queued(self):
        deep = []
        for _ in range(100_000):
            deep = [deep]
        reasons = []
        queue = EventQueue(GovernanceClient("http://127.0.0.1:9"), on_dropped=lambda event, reason: reasons.append(reason))
        unreadable = ("a\0", "\ud83d", 2**53 + 1, -(10**400), 1e17, float("nan"), [{"a\0": 1}], {1}, deep)
        for value in unreadable:
            self.assertFalse(queue.put({**EVENT, "payload": {"value": value}}), type(value))
        self.assertTrue(queue.close(0))
        self.assertEqual(len(reasons), len(unreadable))
        with LocalServer(batch) as server:
            queue = EventQueue(GovernanceClient(server.url))
            for value in ("\U0001f600", "\\u0000", 2**53, -(2**53), 1e300, True, None):
                self.assertTrue(queue.put({**EVENT, "payload": {"value": value}}), value)
            self.assertTrue(queue.close(10))

    def test_changes_to_an_object_after_put_do_not_change_its_event(self):
        with LocalServer(batch) as server:
            queue = EventQueue(GovernanceClient(server.url), interval=60)
            payload = {"features": [1]}
            queue.put({**EVENT, "payload": payload})
            payload["features"].append(2)
            self.assertTrue(queue.close(10))
        self.assertEqual(sent(server)[0]["payload"], {"features": [1]})

    def test_a_full_queue_drops_events_and_never_waits(self):
        release = threading.Event()

        def slow(request):
            release.wait(10)
            return batch(request)

        with LocalServer(slow) as server:
            reasons = []
            queue = EventQueue(GovernanceClient(server.url), capacity=2, on_dropped=lambda event, reason: reasons.append(reason))
            results = [queue.put(EVENT) for _ in range(3)]
            release.set()
            queue.close(10)
            self.assertFalse(queue.put(EVENT))
        self.assertEqual((results, reasons), ([True, True, False], ["the queue is full", "the queue is closed"]))

    def test_close_reports_the_events_that_it_could_not_send(self):
        with LocalServer(refusal(503, "unavailable")) as server, self.assertLogs("governance_audit"):
            reported = threading.Semaphore(0)
            queue = EventQueue(GovernanceClient(server.url, retries=0), batch_size=1, on_dropped=lambda *_: reported.release())
            queue.put(EVENT)
            queue.put(EVENT)
            self.assertFalse(queue.close(0.2))
            self.assertTrue(reported.acquire(timeout=5) and reported.acquire(timeout=5))

    def test_close_reports_the_events_whose_request_has_no_response_once(self):
        release, received = threading.Event(), threading.Event()

        def slow(request):
            received.set()
            release.wait(10)
            return ok({"appended": 0, "failed": 1, "results": [{"index": 0, "error": "x", "message": "No."}]})

        with LocalServer(slow) as server:
            reported = []
            queue = EventQueue(GovernanceClient(server.url), batch_size=1, on_dropped=lambda event, _: reported.append(event["payload"]))
            for n in range(2):
                queue.put({**EVENT, "payload": {"n": n}})
            received.wait(10)
            self.assertFalse(queue.close(0))
            self.assertEqual(reported, [{"n": 0}, {"n": 1}])
            release.set()
            self.assertTrue(queue.close(10))
        self.assertEqual((len(reported), len(server.requests)), (2, 1))

    def test_a_child_process_does_not_wait_for_the_events_of_its_parent(self):
        with LocalServer(batch) as server:
            queue = EventQueue(GovernanceClient(server.url), interval=60)
            queue.put(EVENT)
            child = os.fork()
            if child == 0:
                os._exit(0 if queue.flush(5) else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertTrue(queue.close(10))
        self.assertEqual(len(sent(server)), 1)

    def test_events_are_appended_when_the_process_exits(self):
        program = """
import logging, sys
from governance_audit import AuditLogHandler, GovernanceClient
logging.getLogger().addHandler(AuditLogHandler(GovernanceClient(sys.argv[1]), "mdl_1"))
logging.getLogger("app").error("Failed")
"""
        with LocalServer(batch) as server:
            folder = Path(__file__).parent.parent
            subprocess.run([sys.executable, "-c", program, server.url], cwd=folder, check=True, timeout=30)
            self.assertEqual([event["payload"]["message"] for event in sent(server)], ["Failed"])


class LogHandlers(unittest.TestCase):
    def test_records_become_events(self):
        logger = logging.getLogger("app.scoring")
        logger.propagate = False
        logger.setLevel(logging.INFO)
        with LocalServer(batch) as server:
            handler = AuditLogHandler(GovernanceClient(server.url), "mdl_1", level=logging.INFO)
            logger.addHandler(handler)
            self.addCleanup(logger.removeHandler, handler)
            logger.warning("Drift of %s", "age")
            logger.info("Deployed", extra={"audit": {"eventType": "DEPLOYMENT", "payload": {"modelVersion": "2"}}})
            try:
                raise KeyError("x")
            except KeyError:
                logger.exception("Failed")
            logger.debug("Not recorded")
            handler.close()
        events = sent(server)
        self.assertEqual([(event["eventType"], event["severity"]) for event in events],
                         [("ALERT", "MEDIUM"), ("DEPLOYMENT", "INFO"), ("ALERT", "HIGH")])
        self.assertEqual(events[0]["payload"], {"logger": "app.scoring", "level": "WARNING", "message": "Drift of age"})
        self.assertEqual(events[1]["payload"]["modelVersion"], "2")
        self.assertEqual(events[2]["payload"]["errorType"], "KeyError")
        self.assertTrue(all("timestamp" in event for event in events))


class Decorators(unittest.TestCase):
    def recorded(self, server):
        return [json.loads(request["body"]) for request in server.requests]

    def test_a_call_is_recorded_with_hashes_and_without_contents(self):
        with LocalServer(ok({}, 201)) as server:
            @audited(GovernanceClient(server.url), model_id="mdl_1", tags=["prod"], details=lambda result: {"confidence": result["p"]})
            def score(age, *, income=0):
                """Scores."""
                return {"p": 0.5, "name": "secret"}

            self.assertEqual((score(41, income=2), score.__doc__), ({"p": 0.5, "name": "secret"}, "Scores."))
            score(age=41, income=2)
            score(42, income=2)
        first, same, other = [event["payload"] for event in self.recorded(server)]
        self.assertEqual(set(first), {"function", "inputHash", "outputHash", "outcome", "latencyMs", "confidence"})
        self.assertEqual((first["outcome"], first["confidence"]), ("success", 0.5))
        self.assertRegex(first["inputHash"], "^sha256:[0-9a-f]{64}$")
        self.assertEqual(first["inputHash"], same["inputHash"])
        self.assertNotEqual(first["inputHash"], other["inputHash"])
        self.assertNotIn(b"secret", server.requests[0]["body"])

    def test_contents_are_recorded_if_asked(self):
        with LocalServer(ok({}, 201)) as server:
            class Model:
                @audited(GovernanceClient(server.url), model_id="mdl_1", include_contents=True)
                def score(self, features):
                    return (1, float("nan"), b"x")

            Model().score({"age": 41})
        payload = self.recorded(server)[0]["payload"]
        self.assertEqual(payload["input"], {"features": {"age": 41}})
        self.assertEqual(payload["output"][:2], [1, "nan"])

    def test_an_exception_is_recorded_and_raised(self):
        with LocalServer(ok({}, 201)) as server:
            @audited(GovernanceClient(server.url), model_id="mdl_1")
            def score():
                raise ValueError("secret")

            with self.assertRaises(ValueError):
                score()
        payload = self.recorded(server)[0]["payload"]
        self.assertEqual((payload["outcome"], payload["errorType"]), ("error", "ValueError"))
        self.assertNotIn("secret", json.dumps(payload))

    def test_a_failure_to_record_is_logged_unless_the_record_is_required(self):
        with LocalServer(refusal(403, "insufficient_scope")) as server:
            client = GovernanceClient(server.url)
            with self.assertLogs("governance_audit", "WARNING"):
                self.assertEqual(audited(client, model_id="mdl_1")(lambda: 1)(), 1)
            with self.assertRaises(ApiError):
                audited(client, model_id="mdl_1", must_record=True)(lambda: 1)()

    def test_an_argument_that_cannot_be_hashed_does_not_prevent_the_call(self):
        class Nameless:
            def __repr__(self):
                raise RuntimeError("no name")

        @dataclass
        class Session:
            lock: object

        circular = []
        circular.append(circular)
        with LocalServer(ok({}, 201)) as server:
            call = audited(GovernanceClient(server.url), model_id="mdl_1", must_record=True)(lambda given: given)
            for argument in (Nameless(), circular):
                with self.assertLogs("governance_audit", "WARNING"):
                    self.assertIs(call(argument), argument)
            for argument in (Session(threading.Lock()), memoryview(b"abc")[::2]):
                self.assertIs(call(argument), argument)
        hashed = ["inputHash" in event["payload"] for event in self.recorded(server)]
        self.assertEqual(hashed, [False, False, True, True])

    def test_generators_and_impossible_combinations_are_rejected(self):
        client = GovernanceClient("https://audit.example.com")

        def generator():
            yield 1

        for make in (
            lambda: audited(client, model_id="mdl_1")(generator),
            lambda: audited(AsyncGovernanceClient("https://audit.example.com"), model_id="mdl_1")(lambda: 1),
            lambda: audited(EventQueue(client), model_id="mdl_1", must_record=True),
        ):
            self.assertRaises(TypeError, make)

    def test_coroutines_are_recorded_by_every_recorder(self):
        async def score(age):
            await asyncio.sleep(0)
            return age

        with LocalServer(ok({}, 201)) as server:
            for recorder in (GovernanceClient(server.url), AsyncGovernanceClient(server.url)):
                self.assertEqual(asyncio.run(audited(recorder, model_id="mdl_1")(score)(3)), 3)
        self.assertEqual([event["payload"]["outcome"] for event in self.recorded(server)], ["success"] * 2)
        with LocalServer(batch) as server:
            queue = EventQueue(GovernanceClient(server.url))
            asyncio.run(audited(queue, model_id="mdl_1")(score)(3))
            queue.close(10)
        self.assertEqual(len(sent(server)), 1)

    def test_a_cancelled_coroutine_does_not_wait_for_its_record(self):
        for kind in (GovernanceClient, AsyncGovernanceClient):
            release = threading.Event()

            def slow(request):
                release.wait(10)
                return ok({}, 201)

            async def cancel(recorder):
                is_running = asyncio.Event()

                async def score():
                    is_running.set()
                    await asyncio.Event().wait()

                task = asyncio.ensure_future(audited(recorder, model_id="mdl_1")(score)())
                await is_running.wait()
                task.cancel()
                done, _ = await asyncio.wait({task}, timeout=5)
                release.set()
                return [one.cancelled() for one in done]

            with LocalServer(slow) as server:
                self.assertEqual(asyncio.run(cancel(kind(server.url))), [True])
                for thread in threading.enumerate():
                    if thread.name == "governance-audit":
                        thread.join(10)
            self.assertEqual([event["payload"]["errorType"] for event in self.recorded(server)], ["CancelledError"])


if __name__ == "__main__":
    unittest.main()
