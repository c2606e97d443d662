CREATE TABLE "job_runs" (
  "id" TEXT NOT NULL,
  "function_id" TEXT NOT NULL,
  "dedupe_key" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "event" JSON,
  "state" JSON,
  "attempt" INTEGER NOT NULL DEFAULT 0,
  "revision" INTEGER NOT NULL DEFAULT 0,
  "concurrency_key" TEXT,
  "concurrency_limit" INTEGER,
  "wake_at" TIMESTAMPTZ(3),
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "job_runs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "job_runs_status" CHECK ("status" IN ('ACTIVE', 'WAITING', 'SLEEPING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  CONSTRAINT "job_runs_finished_or_not"
    CHECK (("status" IN ('COMPLETED', 'FAILED', 'CANCELLED')) = ("finished_at" IS NOT NULL)
       AND ("finished_at" IS NULL) = ("event" IS NOT NULL)),
  CONSTRAINT "job_runs_limited" CHECK (("concurrency_key" IS NULL) = ("concurrency_limit" IS NULL)),
  CONSTRAINT "job_runs_wakes" CHECK (("status" = 'SLEEPING') = ("wake_at" IS NOT NULL))
) WITH (fillfactor = 70);

CREATE UNIQUE INDEX "job_runs_once" ON "job_runs" ("function_id", "dedupe_key");
CREATE INDEX "job_runs_active" ON "job_runs" ("concurrency_key") WHERE (status = 'ACTIVE');
CREATE INDEX "job_runs_waiting" ON "job_runs" ("concurrency_key", "id") WHERE (status = 'WAITING');
CREATE INDEX "job_runs_unfinished" ON "job_runs" ("function_id") WHERE (finished_at IS NULL);
CREATE INDEX "job_runs_finished" ON "job_runs" ("created_at") WHERE (finished_at IS NOT NULL);

CREATE TABLE "job_workers" (
  "id" TEXT NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "job_workers_pkey" PRIMARY KEY ("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "job_runs", "job_workers" TO gas_app;

-- What several runs do at once, in one round trip. An ACTIVE or SLEEPING run always has one job of the queue under its id,
-- written in the transaction of its change of state; a WAITING one has none. Who counts the places of a key, or changes
-- their number, holds the key's lock, and takes all locks it needs at once, in their order.

CREATE FUNCTION job_runs_lock(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('job_runs ' || ordered.key, 0))
  FROM (SELECT DISTINCT key FROM unnest(keys) AS key WHERE key IS NOT NULL ORDER BY key) ordered;
END
$$;

-- graphile-worker counts an attempt each time a job is taken, also when its taker was killed: that must not use it up.
CREATE FUNCTION job_runs_queue(ids text[], times timestamptz[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 0 THEN
    PERFORM graphile_worker.add_jobs((
      SELECT array_agg(ROW('run', json_build_object('id', run.id), NULL, run.at, 32767, run.id, NULL, NULL)::graphile_worker.job_spec)
      FROM unnest(ids, times) AS run(id, at)));
  END IF;
END
$$;

-- Gives free places of the keys to their runs that wait the longest. The caller holds the keys' locks.
CREATE FUNCTION job_runs_promote(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  promoted text[];
BEGIN
  WITH waiting AS (
    SELECT given.key, first.concurrency_limit
    FROM (SELECT DISTINCT key FROM unnest(keys) AS key WHERE key IS NOT NULL) given
    CROSS JOIN LATERAL (
      SELECT run.concurrency_limit FROM job_runs run
      WHERE run.concurrency_key = given.key AND run.status = 'WAITING' ORDER BY run.id LIMIT 1) first
  ), room AS (
    SELECT waiting.key, waiting.concurrency_limit - (
      SELECT count(*) FROM job_runs run WHERE run.concurrency_key = waiting.key AND run.status = 'ACTIVE') AS places
    FROM waiting
  ), chosen AS (
    SELECT oldest.id
    FROM room
    CROSS JOIN LATERAL (
      SELECT run.id FROM job_runs run
      WHERE run.concurrency_key = room.key AND run.status = 'WAITING' ORDER BY run.id LIMIT greatest(room.places, 0)) oldest
  ), changed AS (
    UPDATE job_runs run SET status = 'ACTIVE', updated_at = now()
    FROM chosen WHERE run.id = chosen.id RETURNING run.id
  )
  SELECT array_agg(changed.id ORDER BY changed.id) INTO promoted FROM changed;
  PERFORM job_runs_queue(promoted, array_fill(now(), ARRAY[coalesce(cardinality(promoted), 0)]));
END
$$;

-- Starts runs, those beyond the limit of their key as WAITING. Returns how many are new.
CREATE FUNCTION job_runs_start(
  ids text[], function_ids text[], dedupe_keys text[], events json[], keys text[], limits integer[]
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  active text[];
  total integer;
BEGIN
  PERFORM job_runs_lock(keys);
  WITH given AS (
    SELECT DISTINCT ON (run.function_id, run.dedupe_key) run.*
    FROM unnest(ids, function_ids, dedupe_keys, events, keys, limits) WITH ORDINALITY
      AS run(id, function_id, dedupe_key, event, key, most, number)
    ORDER BY run.function_id, run.dedupe_key, run.number
  ), fresh AS (
    SELECT given.*, row_number() OVER (PARTITION BY given.key ORDER BY given.number) AS place
    FROM given
    WHERE NOT EXISTS (
      SELECT FROM job_runs known WHERE known.function_id = given.function_id AND known.dedupe_key = given.dedupe_key)
  ), taken AS (
    SELECT asked.key, (
      SELECT count(*) FROM job_runs run WHERE run.concurrency_key = asked.key AND run.status = 'ACTIVE') AS places
    FROM (SELECT DISTINCT key FROM fresh WHERE key IS NOT NULL) asked
  ), inserted AS (
    INSERT INTO job_runs (id, function_id, dedupe_key, status, event, concurrency_key, concurrency_limit)
    SELECT fresh.id, fresh.function_id, fresh.dedupe_key,
           CASE WHEN fresh.key IS NULL OR taken.places + fresh.place <= fresh.most THEN 'ACTIVE' ELSE 'WAITING' END,
           fresh.event, fresh.key, fresh.most
    FROM fresh LEFT JOIN taken USING (key)
    ON CONFLICT (function_id, dedupe_key) DO NOTHING
    RETURNING id, status
  )
  SELECT array_agg(inserted.id) FILTER (WHERE inserted.status = 'ACTIVE'), count(*) INTO active, total FROM inserted;
  PERFORM job_runs_queue(active, array_fill(now(), ARRAY[coalesce(cardinality(active), 0)]));
  RETURN total;
END
$$;

-- Begins an execution of each: what it returns is to be executed, under the revision it names. One that slept needs a
-- place again, and waits where there is none.
CREATE FUNCTION job_runs_claim(ids text[]) RETURNS TABLE (
  id text, function_id text, event json, state json, attempt integer, revision integer, concurrency_key text, created_at timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  awake text[];
  keys text[];
BEGIN
  SELECT array_agg(run.id), array_agg(run.concurrency_key) INTO awake, keys
  FROM job_runs run
  WHERE run.id = ANY (ids) AND run.status = 'SLEEPING' AND run.wake_at <= now() + interval '1 second';
  IF cardinality(awake) > 0 THEN
    PERFORM job_runs_lock(keys);
    UPDATE job_runs run
    SET status = CASE WHEN run.concurrency_key IS NULL OR asked.places + asked.place <= run.concurrency_limit
                      THEN 'ACTIVE' ELSE 'WAITING' END,
        wake_at = NULL, updated_at = now()
    FROM (
      SELECT sleeper.id, row_number() OVER (PARTITION BY sleeper.concurrency_key ORDER BY sleeper.id) AS place, (
        SELECT count(*) FROM job_runs other
        WHERE other.concurrency_key = sleeper.concurrency_key AND other.status = 'ACTIVE') AS places
      FROM job_runs sleeper WHERE sleeper.id = ANY (awake) AND sleeper.status = 'SLEEPING') asked
    WHERE run.id = asked.id AND run.status = 'SLEEPING';
  END IF;
  RETURN QUERY
  UPDATE job_runs run SET revision = run.revision + 1, updated_at = now()
  WHERE run.id = ANY (ids) AND run.status = 'ACTIVE'
  RETURNING run.id, run.function_id, run.event, run.state, run.attempt, run.revision, run.concurrency_key, run.created_at;
END
$$;

-- Ends an execution of each: the run sleeps or is finished, and its place is free. Returns those whose revision still held.
CREATE FUNCTION job_runs_settle(
  ids text[], revisions integer[], statuses text[], states json[], attempts integer[], delays double precision[], errors text[], keys text[]
) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  settled text[];
  sleeping text[];
  times timestamptz[];
BEGIN
  PERFORM job_runs_lock(keys);
  WITH changed AS (
    UPDATE job_runs run
    SET status = given.status,
        state = given.state,
        event = CASE WHEN given.status = 'SLEEPING' THEN run.event END,
        attempt = given.attempt,
        wake_at = CASE WHEN given.status = 'SLEEPING' THEN now() + given.delay_ms * interval '1 millisecond' END,
        finished_at = CASE WHEN given.status = 'SLEEPING' THEN NULL ELSE now() END,
        error = given.error,
        updated_at = now()
    FROM unnest(ids, revisions, statuses, states, attempts, delays, errors)
      AS given(id, revision, status, state, attempt, delay_ms, error)
    WHERE run.id = given.id AND run.revision = given.revision AND run.status = 'ACTIVE'
    RETURNING run.id, run.status, run.wake_at
  )
  SELECT array_agg(changed.id), array_agg(changed.id) FILTER (WHERE changed.status = 'SLEEPING'),
         array_agg(changed.wake_at) FILTER (WHERE changed.status = 'SLEEPING')
  INTO settled, sleeping, times FROM changed;
  PERFORM job_runs_queue(sleeping, times);
  PERFORM job_runs_promote(keys);
  RETURN QUERY SELECT unnest(settled);
END
$$;

-- Ends the unfinished runs of a function whose event has a value; an execution under way is refused when it writes.
CREATE FUNCTION job_runs_cancel(function_name text, path text[], value text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  found text[];
  keys text[];
  cancelled text[];
BEGIN
  SELECT array_agg(run.id), array_agg(run.concurrency_key) INTO found, keys
  FROM job_runs run
  WHERE run.function_id = function_name AND run.finished_at IS NULL AND run.event #>> path = value;
  IF found IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM job_runs_lock(keys);
  WITH changed AS (
    UPDATE job_runs run
    SET status = 'CANCELLED', event = NULL, state = NULL, wake_at = NULL, revision = run.revision + 1,
        finished_at = now(), updated_at = now()
    WHERE run.id = ANY (found) AND run.finished_at IS NULL
    RETURNING run.id
  )
  SELECT array_agg(changed.id) INTO cancelled FROM changed;
  PERFORM graphile_worker.remove_job(id) FROM unnest(cancelled) AS id;
  PERFORM job_runs_promote(keys);
  RETURN coalesce(cardinality(cancelled), 0);
END
$$;

-- Mends what a killed process or a lost job left behind, and removes what is over. One process at a time does it.
CREATE FUNCTION job_runs_sweep() RETURNS TABLE (requeued integer, removed integer) LANGUAGE plpgsql AS $$
DECLARE
  lost text[];
  times timestamptz[];
  keys text[];
BEGIN
  requeued := 0;
  removed := 0;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('job_runs_sweep', 0)) THEN
    RETURN NEXT;
    RETURN;
  END IF;

  SELECT array_agg(run.id), array_agg(coalesce(run.wake_at, now())) INTO lost, times
  FROM job_runs run
  WHERE run.status IN ('ACTIVE', 'SLEEPING') AND run.finished_at IS NULL AND run.updated_at < now() - interval '1 minute'
    AND NOT EXISTS (SELECT FROM graphile_worker.jobs job WHERE job.key = run.id);
  PERFORM job_runs_queue(lost, times);
  requeued := coalesce(cardinality(lost), 0);

  -- A job that was replaced while it ran has no key and is not taken again; its process was killed before removing it.
  PERFORM graphile_worker.complete_jobs(array_agg(job.id))
  FROM graphile_worker.jobs job
  WHERE job.task_identifier = 'run' AND job.key IS NULL AND job.locked_at IS NULL AND job.attempts >= job.max_attempts
  HAVING count(*) > 0;

  -- graphile-worker waits up to six hours before it tries again: what failed because something was away comes back within
  -- a minute.
  PERFORM graphile_worker.reschedule_jobs(array_agg(job.id), run_at => now(), attempts => 3)
  FROM graphile_worker.jobs job
  WHERE job.last_error IS NOT NULL AND job.locked_at IS NULL AND job.attempts BETWEEN 4 AND job.max_attempts - 1
    AND job.run_at > now() + interval '1 minute'
  HAVING count(*) > 0;

  SELECT array_agg(waiting.key) INTO keys
  FROM (
    SELECT run.concurrency_key AS key, max(run.concurrency_limit) AS most
    FROM job_runs run WHERE run.status = 'WAITING' GROUP BY run.concurrency_key) waiting
  WHERE waiting.most > (
    SELECT count(*) FROM job_runs run WHERE run.concurrency_key = waiting.key AND run.status = 'ACTIVE');
  PERFORM job_runs_lock(keys);
  PERFORM job_runs_promote(keys);

  DELETE FROM job_runs WHERE id IN (
    SELECT run.id FROM job_runs run
    WHERE run.finished_at IS NOT NULL AND run.created_at < now() - interval '24 hours' LIMIT 20000);
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN NEXT;
END
$$;

-- Frees the jobs of workers that are gone: those whose lock nobody holds. `own` is the caller's, whose lock another
-- connection of its process may be about to take again.
CREATE FUNCTION job_workers_recover(own text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  dead text;
BEGIN
  FOR dead IN
    SELECT worker.id FROM job_workers worker
    WHERE worker.id <> own AND pg_try_advisory_xact_lock(hashtextextended('job_workers ' || worker.id, 0))
  LOOP
    PERFORM graphile_worker.force_unlock_workers(ARRAY[dead]);
    DELETE FROM job_workers WHERE id = dead;
    RETURN NEXT dead;
  END LOOP;
END
$$;

-- The same for workers that were killed before they could register, for the sweeper: it looks at every job.
CREATE FUNCTION job_workers_recover_unregistered() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  dead text;
BEGIN
  FOR dead IN
    SELECT holder.id FROM (
      SELECT DISTINCT job.locked_by AS id FROM graphile_worker.jobs job
      WHERE job.locked_by IS NOT NULL AND job.locked_at < now() - interval '30 seconds') holder
    WHERE NOT EXISTS (SELECT FROM job_workers worker WHERE worker.id = holder.id)
      AND pg_try_advisory_xact_lock(hashtextextended('job_workers ' || holder.id, 0))
  LOOP
    PERFORM graphile_worker.force_unlock_workers(ARRAY[dead]);
    RETURN NEXT dead;
  END LOOP;
END
$$;
