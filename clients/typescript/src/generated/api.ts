// Made by `npm run client:generate`. Change the schemas of the API instead.

export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your account
         * @description Returns your member record, including your role and whether two-factor authentication (2FA) is enabled.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name
         * @description Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends all your other sessions and notifies you by e-mail. Returns 409 if your account has no password because you sign in with OpenID.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createAccountPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up an authenticator app
         * @description Returns a secret for the app (RFC 6238). 2FA is enabled once you confirm a code. Each request creates a new secret. Returns 409 if 2FA is already enabled.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createAccountSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable two-factor authentication
         * @description Requires a code from the authenticator app that you set up. The recovery codes are returned only in this response.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["confirmAccountSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/second-factor/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable two-factor authentication
         * @description Requires a code from your authenticator app or a recovery code. If your account has a password, the password is also required.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["disableAccountSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get recent changes
         * @description Returns the last position of the audit chain and a version string for each kind of data. A version string changes when data of that kind changes. The response is at most one second old. Poll it every two seconds and reload only the data that has changed. A change can be reported more than once.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `activity.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alert-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alert policies
         * @description Lists the organisation's policies, newest first. Policies created while you page through the list are not included.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `alert-policies.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listAlertPolicies"];
        put?: never;
        /**
         * Create an alert policy
         * @description The policy applies to events appended from now on. When an event matches, the service appends an `ALERT` event to the model's chain, sends `alert.triggered` to subscribed webhook endpoints and an e-mail to the recipients, and then starts the cooldown. These `ALERT` events do not trigger policies. Returns 409 if the organisation already has 1,000 policies.
         *
         *     API keys require the `admin` scope. Members require the `alerts:configure` permission (APPROVER, ADMIN). Rate limit: bucket `alert-policies.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createAlertPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alert-policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert policy
         * @description To update the policy, send the `ETag` as `If-Match`. Changes to `figures` don't change the `ETag`.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `alert-policies.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getAlertPolicy"];
        put?: never;
        post?: never;
        /**
         * Delete an alert policy
         * @description Permanently deletes the policy. Later requests return 404. Alerts that it raised stay on the audit chain.
         *
         *     API keys require the `admin` scope. Members require the `alerts:configure` permission (APPROVER, ADMIN). Rate limit: bucket `alert-policies.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        delete: operations["deleteAlertPolicy"];
        options?: never;
        head?: never;
        /**
         * Update an alert policy
         * @description Sets the given fields. `rule` replaces the whole rule. A new rule and `enabled: true` reset the event count and the cooldown. Until `mutedUntil`, matching events are counted but no notifications are sent. Send `null` to unmute the policy. With `If-Match`, returns 412 if the policy has changed since it was read.
         *
         *     API keys require the `admin` scope. Members require the `alerts:configure` permission (APPROVER, ADMIN). Rate limit: bucket `alert-policies.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateAlertPolicy"];
        trace?: never;
    };
    "/alert-policies/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an alert rule
         * @description Returns how many alerts the rule would have raised for past events, and the first 100 events that would have raised one. Evaluates up to 20,000 events received within a range of up to 31 days. If the range contains more events, only the newest are evaluated and `isCut` is `true`. Earlier events do not count towards the rule's `count`. A preview stores nothing and sends no notifications.
         *
         *     API keys require the `audit:read` scope. Members require the `alerts:configure` permission (APPROVER, ADMIN). Rate limit: bucket `alert-policies.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createAlertPolicyPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, newest first
         * @description API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `api-keys.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key itself is returned only in this response. You can grant only scopes that your own role or API key has.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `api-keys.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner). Returned once and omitted from replayed responses: `key`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `api-keys.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working everywhere within five seconds. If the key is already revoked, the request has no effect.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `api-keys.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Returns a new key with the same name and scopes. The old key stays valid for `overlapSeconds`, but not beyond its own expiry. If the old key has an expiry date, the new key has the same lifetime, starting now. Returns 403 if the key has scopes that you don't have.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `api-keys.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner). Returned once and omitted from replayed responses: `key`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events
         * @description Returns events, newest first. The service recomputes the hashes of each event and returns the result as `verified`. All pages show the chain as it was at the first request. To see later events, request the first page again. `total` is exact.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.list`, 100 / 500 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listAuditEvents"];
        put?: never;
        /**
         * Append an audit event
         * @description The response is sent after the event is committed to the organisation's chain. The Idempotency-Key is stored permanently with the event. A repeated request that arrives while the first one is in progress waits and returns the same response.
         *
         *     API keys require the `audit:write` scope. Rate limit: bucket `audit.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["appendAuditEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-streams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit streams
         * @description Lists the organisation's streams with their delivery progress, newest first.
         *
         *     API keys require the `webhooks:read` scope. Members require the `webhooks:read` permission (AUDITOR, ADMIN). Rate limit: bucket `webhooks.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listAuditStreams"];
        put?: never;
        /**
         * Create an audit stream
         * @description Sends all events that match the filter to your receiver, in batches and in chain order, starting at `from`. The signing secret is returned only in this response. Batches contain full events, so `audit:read` is also required. Returns 409 if the organisation already has 20 streams.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner). Returned once and omitted from replayed responses: `signingSecret`.
         */
        post: operations["createAuditStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-streams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an audit stream
         * @description Returns the settings and the delivery progress. Only changes to the settings change the `ETag`.
         *
         *     API keys require the `webhooks:read` scope. Members require the `webhooks:read` permission (AUDITOR, ADMIN). Rate limit: bucket `webhooks.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getAuditStream"];
        put?: never;
        post?: never;
        /**
         * Delete an audit stream
         * @description Permanently deletes the stream and its secrets. Later requests return 404.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        delete: operations["deleteAuditStream"];
        options?: never;
        head?: never;
        /**
         * Update an audit stream
         * @description Sets the given fields. The position does not change. `status: PAUSED` stops the stream; `status: ACTIVE` resumes it from its current position, even if the service disabled it. If you change the URL to another host, `authorization` is required. Also requires `audit:read`. With `If-Match`, returns 412 if the settings have changed since they were read.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateAuditStream"];
        trace?: never;
    };
    "/audit-streams/{id}/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent batches of an audit stream
         * @description Returns the latest 100 delivery attempts, newest first. A batch that was retried has one entry per attempt.
         *
         *     API keys require the `webhooks:read` scope. Members require the `webhooks:read` permission (AUDITOR, ADMIN). Rate limit: bucket `webhooks.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listAuditStreamBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-streams/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an audit stream's signing secret
         * @description The new secret is returned only in this response. Batches are also signed with the previous secret for `overlapSeconds`. If you rotate again during the overlap, the oldest secret expires immediately.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner). Returned once and omitted from replayed responses: `signingSecret`.
         */
        post: operations["rotateAuditStreamSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-streams/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an audit stream
         * @description Sends one line of type `stream.test` with an `X-Stream-Test: true` header and returns the result within 10 seconds. The position does not change. You can also test paused streams.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["testAuditStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an audit event
         * @description Returns the event with all fields needed to recompute its hashes, and the integration tickets that refer to it. Tickets are not part of the hashed content.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getAuditEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/{id}/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase an audit event's content
         * @description Permanently deletes the event's actor, payload, salt, tags and metadata, and records the erasure on the chain. The header and hashes are kept, so the chain can still be verified. Copies of the content in other records are also deleted. Packages and alerts cannot be changed; the response lists those that may contain the content. Returns 409 `erasure_disabled` unless the organisation's `contentErasure` setting is `true`, 409 `legal_hold` if a legal hold covers the event, 409 `conflict` if the content was already erased, and 422 for events of the system model.
         *
         *     API keys require the `admin` scope. Members require the `audit:erase` permission (ADMIN). Rate limit: bucket `erasures.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["appendAuditEventErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/{id}/neighbours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the previous and next events
         * @description Returns the events directly before and after an event. On an intact chain, `previous.blockHash` equals the event's `previousHash`, and the event's `blockHash` equals `next.previousHash`.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getAuditEventNeighbours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an inclusion proof
         * @description Returns the RFC 6962 inclusion proof of the event in the tree of `size` leaves, with the checkpoint that signs its root. If no checkpoint covers the event yet, the service issues one. Each proof is checked before it is returned. Returns 409 if the event was changed.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getAuditEventProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append a batch of audit events
         * @description Appends up to 1,000 events in order. By default, either all events are appended or none are. With `partial=true`, all valid events are appended and the response contains a result for each event. The body is `{ "events": [...] }` or one event per line (`application/x-ndjson`). Each event counts once against the `POST /v1/audit` limit. A batch with more events than the per-minute limit returns 422 `batch_exceeds_limit` with `maxEvents`.
         *
         *     API keys require the `audit:write` scope. Rate limit: bucket `audit.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["appendAuditBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a checkpoint
         * @description Returns the signed state of the chain, covering every committed event: the last checkpoint, or a new checkpoint if events have been appended since. Includes the cosignatures and timestamps obtained so far. Witnesses usually cosign within a minute; `cosigned=true` returns the latest cosigned checkpoint. With `Accept: text/plain`, the response is a C2SP signed note. If the chain no longer extends its last checkpoint, no checkpoint is signed and the response is 409, with `reason` and `chainPosition`.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getAuditCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/consistency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a consistency proof
         * @description Returns the RFC 6962 consistency proof between two tree sizes. Together with the roots of two checkpoints, it proves that the newer chain extends the older one.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getAuditConsistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export audit events
         * @description Streams all events that match the filter as NDJSON or CSV, newest first. CSV cells that a spreadsheet would interpret as a formula are prefixed with an apostrophe.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["exportAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrity findings
         * @description Lists inconsistencies found in stored data, newest first. Each is recorded once, when it is first found. Resolved findings stay in the list with their history.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listAuditFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/findings/{id}/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request the resolution of a finding
         * @description Use this for a false positive, for example after a key rotation. Another administrator must confirm the request. The request is recorded on the audit chain. Returns 409 if the finding is not open.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `findings:resolve` permission (ADMIN). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["appendAuditFindingResolution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/findings/{id}/resolution/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the resolution of a finding
         * @description Resolves the finding. The finding no longer counts as open but stays in the history. If a later verification finds the same problem, the finding opens again. The decision is recorded on the audit chain. Returns 403 if you requested the resolution yourself, and 409 if there is no request.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `findings:resolve` permission (ADMIN). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["confirmAuditFindingResolution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/findings/{id}/resolution/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject the resolution of a finding
         * @description Rejects the resolution request and reopens the finding. The administrator who made the request can use this operation to withdraw it. The decision is recorded on the audit chain. Returns 409 if there is no request.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `findings:resolve` permission (ADMIN). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["rejectAuditFindingResolution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream audit events
         * @description Returns the events after a position, oldest first, as one JSON value per line. The last line has the type `stream.position` and contains the position to continue from, even if no events match the filter. If that line is missing, the response is incomplete: continue after the last event in it. With `wait`, the service responds as soon as an event is appended. If no event is appended within `wait` seconds, the response contains only the last line. Positions have no gaps, and no event is ever inserted at an earlier position. A position after the end of the chain returns 400.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["streamAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/verifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a background verification
         * @description Returns the progress while `status` is `running`, then the same result as `POST /v1/audit/verify-chain`.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getAuditVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an audit event
         * @description Recomputes the hashes of the stored event and compares them with its recorded hash, the previous event's hash and `expectedHash`. Returns 200 even if the event is not valid; check `valid`.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.verify`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["verifyAuditEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/verify-chain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the audit chain
         * @description Recomputes every hash and link of the chain, or of a range, from one snapshot and returns seven verdicts: content, linkage, completeness, checkpoints, anchor, records and schema. Returns 200 even if the verification fails; check `status` and `verdicts`. If tables were renamed or replaced, or their permissions were revoked, the affected verdicts are `unreadable` and a finding gives the reason. Send `expectedHead` (a receipt or checkpoint that you saved) to detect a completely rewritten chain. Verifications of more than 20,000 events run in the background: the response is 202, with the URL to poll in `Location`. If the verification passes, webhook endpoints receive `chain.verified`; for each new finding, they receive `chain.integrity_failure`.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `audit.verify`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["verifyAuditChain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List evidence packages
         * @description Returns the organisation's packages in any status, newest first. Packages requested while you page through the list do not appear on later pages.
         *
         *     API keys require the `evidence:read` scope. Members require the `evidence:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listEvidencePackages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List evidence documents
         * @description Returns the organisation's documents, newest first. Documents supplied while you page through the list do not appear on later pages.
         *
         *     API keys require the `evidence:read` scope. Members require the `evidence:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listEvidenceDocuments"];
        put?: never;
        /**
         * Supply an evidence document
         * @description Records the hash and details of a document for a requirement that events alone cannot support. The document itself is not uploaded. Packages requested later list the document. If it is valid on the last day of the period, they report the requirement as SUPPLIED instead of NOT_EVIDENCED_BY_EVENTS. The document is recorded on the chain. Returns 409 if the organisation already has 1,000 current documents.
         *
         *     API keys require the `evidence:write` scope. Members require the `evidence:write` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence-documents.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createEvidenceDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence-documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an evidence document
         * @description Includes withdrawn documents. Documents are never deleted.
         *
         *     API keys require the `evidence:read` scope. Members require the `evidence:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getEvidenceDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence-documents/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an evidence document
         * @description Withdraws the document permanently and records this on the chain. Packages requested later no longer list it; existing packages do not change. Returns 409 if the document was already withdrawn.
         *
         *     API keys require the `evidence:write` scope. Members require the `evidence:write` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence-documents.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["withdrawEvidenceDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence-documents/requirements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requirements that need a document
         * @description Returns the requirements of all frameworks that events alone cannot support.
         *
         *     API keys require the `evidence:read` scope. Members require the `evidence:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listEvidenceDocumentRequirements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an evidence package
         * @description `progress` shows the current step while `status` is GENERATING. Once it is READY, anyone with `downloadUrl` can download the file for 24 hours. `packageHash` and `packageSignature` cover the bytes of the file: check them with `sha256sum` and `openssl dgst -sha256 -verify`.
         *
         *     API keys require the `evidence:read` scope. Members require the `evidence:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getEvidencePackage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an evidence package
         * @description Returns the file, or the requested range of it. The token in `downloadUrl` authorises the request; an expired or altered URL returns 404. Each download is recorded on the organisation's audit chain.
         *
         *     Requires no API key. Not rate limited.
         */
        get: operations["getEvidencePackageDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence/{id}/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a download URL for an evidence package
         * @description The URL is valid for 24 hours, or until the package expires if that is sooner. Earlier URLs stay valid until their own expiry. Returns 409 unless the package is READY.
         *
         *     API keys require the `evidence:read` scope. Members require the `evidence:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence.write`, 20 / 200 / 2,000 / 2,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createEvidencePackageDownloadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an evidence package
         * @description Verifies that the package has not changed since it was generated: `packageHash` matches the recorded hash and the hash of the stored file, and the signature is valid under a published key. For a PDF, the embedded signature must also be valid and cover the whole file, and the attached evidence must match the PDF. Returns 200 even if the package is not authentic; check `authentic`. If a check fails, `failedCheck` and `message` identify it. The file of an expired package is deleted, so only its hash and signature are checked, and `fileChecked` is `false`. If another program has reformatted a JSON package, also send the hash of its canonical form as `canonicalHash`: `contentIntact` is `true` if only the formatting has changed. Returns 409 if the package has not been generated or its generation failed.
         *
         *     API keys require the `evidence:read` scope. Members require the `evidence:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence.write`, 20 / 200 / 2,000 / 2,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["verifyEvidencePackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate an evidence package
         * @description Returns immediately and generates the package in the background. Poll `Location` until `status` is READY or FAILED, or subscribe to the `evidence.ready` webhook event. The package covers the events of one model with a `timestamp` in the period. `notes` are internal and not included in the file.
         *
         *     API keys require the `evidence:write` scope. Members require the `evidence:write` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence.write`, 20 / 200 / 2,000 / 2,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["generateEvidencePackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evidence/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview an evidence package
         * @description Counts the model's events in the period for each section of the framework, so you can find sections without events before you request a package. Nothing is generated.
         *
         *     API keys require the `evidence:read` scope. Members require the `evidence:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `evidence.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getEvidencePreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrations
         * @description Lists the organisation's integrations, newest first. Integrations created while you page through the list are not included.
         *
         *     API keys require the `admin` scope. Members require the `integrations:read` permission (AUDITOR, ADMIN). Rate limit: bucket `integrations.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration
         * @description Creates a receiver for a product's webhooks: `POST /v1/integrations/{id}/events`. The secret, which the product must use to sign its webhooks, is returned only in this response. Returns 409 if the organisation already has 50 integrations.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `integrations.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner). Returned once and omitted from replayed responses: `secret`.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an integration
         * @description To update the integration, send the `ETag` as `If-Match`. Deliveries don't change the `ETag`.
         *
         *     API keys require the `admin` scope. Members require the `integrations:read` permission (AUDITOR, ADMIN). Rate limit: bucket `integrations.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getIntegration"];
        put?: never;
        post?: never;
        /**
         * Delete an integration
         * @description Permanently deletes the integration and its secrets. Later requests return 404, and its deliveries are rejected (401). Events and linked tickets are kept.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `integrations.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        /**
         * Update an integration
         * @description Sets the given fields. `models` replaces the whole list. `enabled: true` restarts the `silentAfterHours` period. With `If-Match`, returns 412 if the settings have changed since they were read.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `integrations.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateIntegration"];
        trace?: never;
    };
    "/integrations/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an integration's deliveries
         * @description Lists correctly signed deliveries and their results, newest first. Each delivery is listed once, even if it was sent repeatedly. Recorded deliveries are kept permanently, ignored deliveries for 90 days. To find the events recorded from an integration, use this list rather than tags, because any caller can set a tag with the integration's ID.
         *
         *     API keys require the `admin` scope. Members require the `integrations:read` permission (AUDITOR, ADMIN). Rate limit: bucket `integrations.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listIntegrationDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a product's webhook
         * @description Receives webhooks from GitHub, Jira and MLflow. Deliveries are authenticated by the product's signature with the integration's secret (`X-Hub-Signature-256`, `X-Hub-Signature` or `X-MLflow-Signature`). Returns 401 if the signature is invalid or the integration doesn't exist. A delivery is recorded at most once; a repeated delivery returns the original event. Signed deliveries count towards the organisation's `integrations.receive` rate limit. Other requests count towards the limit on failed requests from their IP address.
         *
         *     Requires no API key. Not rate limited.
         */
        post: operations["createIntegrationEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an integration's secret
         * @description The new secret is returned only in this response. Deliveries signed with the previous secret are also accepted for `overlapSeconds`. If you rotate again during the overlap, the oldest secret expires immediately.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `integrations.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner). Returned once and omitted from replayed responses: `secret`.
         */
        post: operations["rotateIntegrationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Sets the member's name and password. The member can then sign in. An invitation can be accepted once.
         *
         *     Requires no API key. Not rate limited.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an invitation
         * @description Requires the token from the invitation link. Returns 404 if the invitation was used, has expired or was replaced.
         *
         *     Requires no API key. Not rate limited.
         */
        post: operations["inspectInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legal-holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List legal holds
         * @description Returns the organisation's holds, newest first. Holds placed while you page through the list do not appear on later pages.
         *
         *     API keys require the `admin` scope. Members require the `holds:read` permission (AUDITOR, ADMIN). Rate limit: bucket `legal-holds.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listLegalHolds"];
        put?: never;
        /**
         * Place a legal hold
         * @description Protects the data that the hold covers from erasure and deletion: event content and evidence packages of the covered models, and all webhook deliveries, traffic observations and e-mails in the covered period, regardless of model. The hold is recorded on the chain. Returns 409 if the organisation already has 1,000 active holds.
         *
         *     API keys require the `admin` scope. Members require the `holds:manage` permission (ADMIN). Rate limit: bucket `legal-holds.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createLegalHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legal-holds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a legal hold
         * @description Includes released holds. Holds are never deleted.
         *
         *     API keys require the `admin` scope. Members require the `holds:read` permission (AUDITOR, ADMIN). Rate limit: bucket `legal-holds.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getLegalHold"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legal-holds/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a legal hold
         * @description Ends the hold permanently and records the release on the chain. Data that no other hold covers can be erased again, and data past its retention period is deleted within a day. Returns 409 if the hold was already released.
         *
         *     API keys require the `admin` scope. Members require the `holds:manage` permission (ADMIN). Rate limit: bucket `legal-holds.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["releaseLegalHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List e-mails, newest first
         * @description API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an e-mail
         * @description Tokens in invitation and password reset links are replaced by `[hidden]`. If no SMTP server is configured, the operator can print the links on the server with `npm run mail`.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members, newest first
         * @description Includes members with any status. Members are never deleted, because the audit chain refers to them.
         *
         *     API keys require the `admin` scope. Members require the `members:read` permission (AUDITOR, ADMIN). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Invite a member
         * @description Sends an e-mail with a single-use link that is valid for seven days. Returns 409 if the address already belongs to a member of any organisation.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member
         * @description API keys require the `admin` scope. Members require the `members:read` permission (AUDITOR, ADMIN). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a member
         * @description A new role applies within five seconds. Disabling a member also signs them out. Returns 409 if you change your own role or access, or if no active administrator would remain.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/members/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an invitation
         * @description Sends a new link that is valid for seven days and replaces the previous one. Returns 409 if the member has no open invitation.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createMemberInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{id}/second-factor/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a member's two-factor authentication
         * @description Use this for a member who lost access to their authenticator app. Signs the member out everywhere and notifies them by e-mail. Returns 409 if 2FA is not enabled, or if the account is your own.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["resetMemberSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{id}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a member out everywhere
         * @description Ends all the member's sessions within five seconds. The member can sign in again.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["signMemberOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Returns the organisation's models, newest first, including its system model. Models registered while you page through the list do not appear on later pages.
         *
         *     API keys require the `models:read` scope. Members require the `models:read` permission (all roles). Rate limit: bucket `models.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listModels"];
        put?: never;
        /**
         * Register a model
         * @description Events can reference a model once it is registered. Models cannot be deleted; archive a model to reject new events.
         *
         *     API keys require the `models:write` scope. Members require the `models:write` permission (MODEL_OWNER, APPROVER). Rate limit: bucket `models.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a model
         * @description To update the model, send the `ETag` as `If-Match`.
         *
         *     API keys require the `models:read` scope. Members require the `models:read` permission (all roles). Rate limit: bucket `models.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a model
         * @description Sets the given fields; `null` clears a field. A model with `archived: true` rejects new events. With `If-Match`, the update is rejected (412) if the model has changed since it was read. The system model cannot be updated (409).
         *
         *     API keys require the `models:write` scope. Members require the `models:write` permission (MODEL_OWNER, APPROVER). Rate limit: bucket `models.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateModel"];
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @description The OpenAPI 3.1 description of the API. You can cache it for five minutes; send its `ETag` as `If-None-Match` to get 304 if it has not changed.
         *
         *     Requires no API key. Not rate limited.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organisation
         * @description Returns the organisation of the API key or session, with its current rate limit usage.
         *
         *     API keys require the `admin` scope. Members require the `organisation:read` permission (all roles). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getOrganisation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the organisation
         * @description Sets the given fields. Only the operator can change the tier and the rate limits. Every change is recorded on the audit chain.
         *
         *     API keys require the `admin` scope. Members require the `admin` permission (ADMIN). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateOrganisation"];
        trace?: never;
    };
    "/otlp/v1/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send log records by OTLP/HTTP
         * @description Records operations of AI systems as audit events. The endpoint implements OTLP/HTTP with protobuf and JSON, optionally compressed with gzip: set `OTEL_EXPORTER_OTLP_ENDPOINT` to `/v1/otlp` of this service. Model calls and agent steps become events of type INFERENCE, tool calls and retrievals events of type DATA_ACCESS. Prompts and completions are hashed. An operation is recorded once, however often it is sent. Records without AI operations are accepted and not recorded. Operations whose model is not registered are rejected: `partialSuccess` has their number and the reasons. Each operation counts once against the `POST /v1/audit` limit. Errors in response to protobuf are a protobuf-encoded `Status`.
         *
         *     API keys require the `audit:write` scope. Rate limit: bucket `audit.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["sendOtlpV1Log"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otlp/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send spans by OTLP/HTTP
         * @description Records operations of AI systems as audit events. The endpoint implements OTLP/HTTP with protobuf and JSON, optionally compressed with gzip: set `OTEL_EXPORTER_OTLP_ENDPOINT` to `/v1/otlp` of this service. Model calls and agent steps become events of type INFERENCE, tool calls and retrievals events of type DATA_ACCESS. Prompts and completions are hashed. An operation is recorded once, however often it is sent. Records without AI operations are accepted and not recorded. Operations whose model is not registered are rejected: `partialSuccess` has their number and the reasons. Each operation counts once against the `POST /v1/audit` limit. Errors in response to protobuf are a protobuf-encoded `Status`.
         *
         *     API keys require the `audit:write` scope. Rate limit: bucket `audit.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["sendOtlpV1Trace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the overview
         * @description Returns chain integrity, items needing attention, new detections, log freshness and evidence status. Values are at most 30 seconds old and are refreshed as soon as `GET /v1/activity` reports a change. Sections that the caller cannot access are `null`.
         *
         *     API keys require the `audit:read` scope. Members require the `audit:read` permission (all roles). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset
         * @description Sends an e-mail with a single-use link that is valid for one hour. An address receives at most three such e-mails per hour. For an unknown address, the response is the same, but no e-mail is sent. If an administrator requests the e-mail for another member, the other administrators are notified.
         *
         *     Requires no API key. Not rate limited.
         */
        post: operations["createPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password-resets/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a password reset
         * @description Requires the token from the reset link, which works once. Ends all the member's sessions. 2FA is not affected.
         *
         *     Requires no API key. Not rate limited.
         */
        post: operations["completePasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/report-schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List report schedules
         * @description Returns the organisation's schedules, newest first. Schedules created while you page through the list do not appear on later pages.
         *
         *     API keys require the `reports:read` scope. Members require the `reports:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR, ADMIN). Rate limit: bucket `reports.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listReportSchedules"];
        put?: never;
        /**
         * Create a report schedule
         * @description Generates a report whenever `cron` matches in `timeZone`, at most once an hour. Each report covers the last complete period. After downtime, only the most recent missed report is generated. Recipients receive an e-mail with a link to the report's page, never the file. Returns 409 if the organisation already has 100 schedules.
         *
         *     API keys require the `reports:write` scope. Members require the `reports:write` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `reports.write`, 10 / 50 / 500 / 500 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createReportSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/report-schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a report schedule
         * @description To update the schedule, send the `ETag` as `If-Match`. Changes to `nextRunAt` and `lastReportId` don't change the `ETag`.
         *
         *     API keys require the `reports:read` scope. Members require the `reports:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR, ADMIN). Rate limit: bucket `reports.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getReportSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a report schedule
         * @description Permanently deletes the schedule. Its reports are kept. Later requests return 404.
         *
         *     API keys require the `reports:write` scope. Members require the `reports:write` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `reports.write`, 10 / 50 / 500 / 500 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        delete: operations["deleteReportSchedule"];
        options?: never;
        head?: never;
        /**
         * Update a report schedule
         * @description Sets the given fields. `enabled: false` pauses the schedule. Changes to `enabled`, `cron` and `timeZone` take effect immediately. With `If-Match`, returns 412 if the schedule has changed since it was read.
         *
         *     API keys require the `reports:write` scope. Members require the `reports:write` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `reports.write`, 10 / 50 / 500 / 500 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateReportSchedule"];
        trace?: never;
    };
    "/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reports
         * @description Returns the organisation's reports in any status, newest first. Reports requested while you page through the list do not appear on later pages.
         *
         *     API keys require the `reports:read` scope. Members require the `reports:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR, ADMIN). Rate limit: bucket `reports.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a report
         * @description `progressPercent` shows the progress while `status` is GENERATING. Once it is READY, anyone with `downloadUrl` can download the file for 24 hours; `fileHash` is the SHA-256 of the file, and a PDF has an embedded signature. If a report is FAILED, request it again.
         *
         *     API keys require the `reports:read` scope. Members require the `reports:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR, ADMIN). Rate limit: bucket `reports.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the content of a report
         * @description Returns the JSON document from which the report's file is generated, regardless of the file's format. Returns 409 until the report is READY. `fileHash` is the hash of the downloaded file, not of this response.
         *
         *     API keys require the `reports:read` scope. Members require the `reports:read` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR, ADMIN). Rate limit: bucket `reports.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getReportDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a report
         * @description Returns the file, or the requested range of it. The token in `downloadUrl` authorises the request; an expired or altered URL returns 404. Each download is recorded on the organisation's audit chain.
         *
         *     Requires no API key. Not rate limited.
         */
        get: operations["getReportDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/audit-activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an audit activity report
         * @description The report contains events by day, type, severity, model and actor; alerts, reviews and overrides; and configuration and access changes. The events are not verified. Returns immediately and generates the report in the background. Poll `Location` until `status` is READY or FAILED.
         *
         *     API keys require the `reports:write` scope. Members require the `reports:write` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `reports.write`, 10 / 50 / 500 / 500 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createReportAuditActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/chain-integrity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a chain integrity report
         * @description The report contains the verifications in the period and their verdicts, as well as checkpoints, findings, gaps, erasures, legal holds and keys. The whole chain is also verified for the report. Returns immediately and generates the report in the background. Poll `Location` until `status` is READY or FAILED.
         *
         *     API keys require the `reports:write` scope. Members require the `reports:write` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `reports.write`, 10 / 50 / 500 / 500 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createReportChainIntegrity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/shadow-ai": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a shadow AI report
         * @description The report contains the detections opened, resolved and dismissed each week, their age, the times to first action and to resolution, the share of decisions made on time, providers, departments, estimated cost and exceptions. Detections are counted by `detectedAt` and `resolvedAt`. Returns immediately and generates the report in the background. Poll `Location` until `status` is READY or FAILED.
         *
         *     API keys require the `reports:write` scope. Members require the `reports:write` permission (ANALYST, MODEL_OWNER, APPROVER, AUDITOR). Rate limit: bucket `reports.write`, 10 / 50 / 500 / 500 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createReportShadowAi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views
         * @description Returns your own views, sorted by name, followed by up to 500 views shared by other members.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Save a view
         * @description Saves the filters of a page under a name. Sharing the view requires the `views:share` permission. Returns 409 if you already have a view with this name on the page, or 50 views in total.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description Deletes the view for all members it is shared with. Only its owner can delete a view.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        /**
         * Update a saved view
         * @description Sets the given fields. Only the owner can update a view. Sharing it requires the `views:share` permission.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateSavedView"];
        trace?: never;
    };
    "/sensors/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List log imports
         * @description Returns all imports, newest first, regardless of how the logs were received. The logs themselves are not stored.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listSensorImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sensors/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a log import
         * @description Returns the result of an import, or its progress while it is running.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getSensorImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sensors/observations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a network log
         * @description Imports a log as it is uploaded: one JSON object per line in the service's own format (`application/x-ndjson`), or a sensor's log (`text/plain`). The format of a sensor's log is detected from its first lines unless you set `format`. The body can be compressed with gzip, with or without `Content-Encoding`, and can be up to 512 MiB after decompression. A request is limited to 2,000,000 lines, 2,000,000 records and 30 seconds of processor time (413). The request is rejected (400) once 10,000 or more lines, and at least half of the lines read so far, cannot be parsed. Otherwise, lines that cannot be parsed are counted and listed in `errors`, and the others are imported. Addresses are masked on import; query strings and user names are dropped. Each record counts once, however often it is sent, so you can safely repeat a request, including one that was interrupted.
         *
         *     API keys require the `sensors:write` scope. Members require the `sensors:write` permission (ANALYST, APPROVER, ADMIN). Rate limit: bucket `sensors.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createSensorObservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sensors/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a network log
         * @description Reads a sample of a log with a format, a mapping and a time zone, and returns its first records, masked as in an import. Nothing is stored. The sample can be up to 256 KiB. If it is compressed with gzip, it can end at any byte.
         *
         *     API keys require the `sensors:write` scope. Members require the `sensors:write` permission (ANALYST, APPROVER, ADMIN). Rate limit: bucket `sensors.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createSensorPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sensors/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List log sources
         * @description Returns the sensors and logs from which records have been received, newest first, each with the time of its latest record, its lag and its error rate. If a source is silent, the network it monitors is not being observed.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listSensorSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current session
         * @description Returns the signed-in member, their organisation and the permissions of their role.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your active sessions, newest first
         * @description Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description The session stops working everywhere within five seconds. If the session has already ended, the request has no effect.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `account` permission (all roles). Rate limit: bucket `other.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a shadow AI detection
         * @description Includes the inputs of its score, its traffic over the last 30 days, and whether the record matches the audit chain. To update the detection, send the `ETag` as `If-Match`.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getShadowAiDetection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a shadow AI detection
         * @description Moves a detection from OPEN to INVESTIGATING, from there to RESOLVED or DISMISSED, and from these back to INVESTIGATING. Any other transition is rejected (409), and `details` lists the allowed ones. Without `status`, you can update the assignee and the notes in any status. Members need the `shadow_ai:triage` permission. To resolve a detection, they also need `shadow_ai:resolve`; to approve an exception, they also need `exceptions:approve`. Members without `exceptions:approve` can request an exception with `POST /v1/shadow-ai/{id}/exception-request`. Resolving a detection as APPROVED_EXCEPTION also approves its PENDING exception request; requesters cannot approve their own requests (403). With `If-Match`, the update is rejected (412) if the detection was updated since it was read. New traffic does not count as an update. Each update is recorded on the audit chain and can be undone for 10 minutes with `POST /v1/shadow-ai/{id}/undo`.
         *
         *     API keys require the `shadow_ai:write` scope. Members require the `shadow_ai:triage` permission (ANALYST, APPROVER). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateShadowAiDetection"];
        trace?: never;
    };
    "/shadow-ai/{id}/exception-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an exception
         * @description Requests permission to continue the detected use until a given date. The detection must be OPEN or INVESTIGATING. Another member must approve or reject the request, and the organisation's owner is notified by e-mail. Returns 409 if the detection already has a PENDING request. Requires a signed-in member.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `exceptions:request` permission (ANALYST, MODEL_OWNER, APPROVER). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["createShadowAiDetectionExceptionRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/{id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List similar shadow AI detections
         * @description Returns up to ten detections with any status: first detections of the same use, then detections with the same host, provider and department. Each group is sorted newest first.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listShadowAiDetectionSimilar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the last update of a shadow AI detection
         * @description Restores status, assignee, notes, resolution and due date to their values before the last triage step, and records the undo on the audit chain. A step can be undone for 10 minutes. Returns 409 if the detection has changed since. A step that approved an exception request cannot be undone. Requires the same permissions as the step itself.
         *
         *     API keys require the `shadow_ai:write` scope. Members require the `shadow_ai:triage` permission (ANALYST, APPROVER). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["undoShadowAiDetection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/assignees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assignees
         * @description Returns the organisation's active members, sorted by name. `membersOnly` shows whether the organisation's settings reject other e-mail addresses (422 `not_a_member`).
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:triage` permission (ANALYST, APPROVER). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listShadowAiAssignees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update several shadow AI detections
         * @description Applies one change to up to 500 detections: those in `ids`, or all that match `filter`. With `filter`, send the number of matches as `expectedCount`: if the number has changed, nothing is updated and the response is 409. Each detection is updated separately: `results` contains the error of each rejected detection, with the code that PATCH would return. To undo the whole operation, use its `operationId`.
         *
         *     API keys require the `shadow_ai:write` scope. Members require the `shadow_ai:triage` permission (ANALYST, APPROVER). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["updateShadowAiDetections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/bulk/{operationId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a bulk update of shadow AI detections
         * @description Undoes the changes made by one `POST /v1/shadow-ai/bulk` request. Each detection is restored separately, under the same rules as `POST /v1/shadow-ai/{id}/undo`. `results` shows which detections were restored. Returns 404 if the operation changed nothing or nothing can be undone.
         *
         *     API keys require the `shadow_ai:write` scope. Members require the `shadow_ai:triage` permission (ANALYST, APPROVER). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["undoShadowAiBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/catalogue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the catalogue of AI services
         * @description Returns the known hosts and the organisation's overrides. Provider properties without a recorded value are `UNKNOWN`.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getShadowAiCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/catalogue/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain how a host is classified
         * @description Returns the catalogue entry or override that matches the host, and explains the match.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["explainShadowAiCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/catalogue/overrides/{host}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a catalogue override
         * @description `{host}` is a host name, or `*.` followed by a domain for all its subdomains; any other value returns 404. Replaces the existing override of the host. New traffic is matched against the override, and existing detections of the host are reassessed. `ignore: true` ignores traffic to the host. Every change is recorded on the audit chain. Returns 409 if the organisation already has 1,000 overrides.
         *
         *     API keys require the `shadow_ai:write` scope. Members require the `shadow_ai:configure` permission (APPROVER, ADMIN). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        put: operations["replaceShadowAiCatalogueOverride"];
        post?: never;
        /**
         * Remove a catalogue override
         * @description The catalogue applies to the host again.
         *
         *     API keys require the `shadow_ai:write` scope. Members require the `shadow_ai:configure` permission (APPROVER, ADMIN). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        delete: operations["deleteShadowAiCatalogueOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/detections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shadow AI detections
         * @description Returns the organisation's detections, newest first unless `sort` is given. Detections created while you page through the default order do not appear on later pages. In any order, each detection appears once unless its sort value changes between two pages. A cursor is valid only with the filters and order that it was returned for. `summary` counts detections by status, with all filters applied except the status filter.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listShadowAiDetections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/exceptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exception requests
         * @description Returns all requests with their decisions, newest first. To find active exceptions, list detections whose `resolution` is APPROVED_EXCEPTION.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listShadowAiExceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/exceptions/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an exception
         * @description Resolves the detection as APPROVED_EXCEPTION until the requested date, with the justification as its notes. An OPEN detection is moved to INVESTIGATING first. Each step is recorded on the audit chain, and the requester is notified by e-mail. Requesters cannot approve their own requests (403). Returns 409 if the request is already decided, the detection is already resolved or dismissed, or the requested end date is no longer allowed. To end an exception, move the detection to INVESTIGATING.
         *
         *     API keys require the `shadow_ai:write` scope. Members require the `exceptions:approve` permission (APPROVER). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["approveShadowAiException"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/exceptions/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an exception
         * @description The detection does not change, and the requester is notified by e-mail. Requesters cannot reject their own requests (403). Returns 409 if the request has already been decided.
         *
         *     API keys require the `shadow_ai:write` scope. Members require the `exceptions:approve` permission (APPROVER). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["rejectShadowAiException"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/exceptions/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an exception request
         * @description Returns 403 if another member made the request, and 409 if it is no longer PENDING. Requires a signed-in member.
         *
         *     Only signed-in members can use this operation. API keys are not accepted. Members require the `exceptions:request` permission (ANALYST, MODEL_OWNER, APPROVER). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["withdrawShadowAiException"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the detection settings
         * @description Returns the defaults if the organisation has not changed its settings.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getShadowAiSettings"];
        /**
         * Replace the detection settings
         * @description Replaces all settings. Omitted fields are set to their defaults. Departments and their ranges apply to logs imported from now on. All other settings also apply to existing data. With `If-Match`, the update is rejected (412) if the settings have changed since they were read. Every change is recorded on the audit chain.
         *
         *     API keys require the `shadow_ai:write` scope. Members require the `shadow_ai:configure` permission (APPROVER, ADMIN). Rate limit: bucket `shadow-ai.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        put: operations["replaceShadowAiSetting"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shadow-ai/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get shadow AI statistics
         * @description Returns statistics on all detections at one point in time. For the calculation of the exposure risk, see `estimatedPiiExposureRisk`.
         *
         *     API keys require the `shadow_ai:read` scope. Members require the `shadow_ai:read` permission (all roles). Rate limit: bucket `shadow-ai.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getShadowAiStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify/{packageHash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a package or report by its hash
         * @description Anyone who has an evidence package or a report PDF can use this operation. Returns whether and when this service issued a file with this SHA-256 hash, and whether the file is still valid. The response does not disclose the organisation, the model or the content. Returns 404 if the file was not issued by this service or has been changed.
         *
         *     Requires no API key. Not rate limited.
         */
        get: operations["getPublicVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public keys
         * @description Returns all public keys of this service as a JWK set: Ed25519 keys for checkpoints and RSA keys for evidence packages. Retired keys are included. The `kid` of a key matches the `keyId` of the signatures made with it.
         *
         *     Requires no API key. Not rate limited.
         */
        get: operations["getVerifyKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify/keys/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a public key as PEM
         * @description Returns the public key in PEM format for tools such as openssl. The path ends with the key's ID and `.pem`.
         *
         *     Requires no API key. Not rate limited.
         */
        get: operations["getVerifyKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Lists the organisation's endpoints, newest first. Endpoints created while you page through the list are not included.
         *
         *     API keys require the `webhooks:read` scope. Members require the `webhooks:read` permission (AUDITOR, ADMIN). Rate limit: bucket `webhooks.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description The endpoint receives events that occur from now on. The signing secret is returned only in this response. Returns 409 if the organisation already has 50 endpoints.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner). Returned once and omitted from replayed responses: `signingSecret`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description To update the endpoint, send the `ETag` as `If-Match`.
         *
         *     API keys require the `webhooks:read` scope. Members require the `webhooks:read` permission (AUDITOR, ADMIN). Rate limit: bucket `webhooks.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Permanently deletes the endpoint with its secrets and delivery history, and cancels pending deliveries. Later requests return 404.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Sets the given fields. Pending deliveries are sent to the new URL. `active: false` marks pending deliveries as FAILED. `active: true` enables the endpoint, even if the service disabled it, and resets its failure count. With `If-Match`, returns 412 if the endpoint has changed since it was read.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an endpoint's deliveries
         * @description Lists finished and pending deliveries to the endpoint, newest first.
         *
         *     API keys require the `webhooks:read` scope. Members require the `webhooks:read` permission (AUDITOR, ADMIN). Rate limit: bucket `webhooks.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["listWebhookEndpointDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery
         * @description Returns the delivery with its envelope and the request and response of each attempt.
         *
         *     API keys require the `webhooks:read` scope. Members require the `webhooks:read` permission (AUDITOR, ADMIN). Rate limit: bucket `webhooks.read`, 200 / 2,000 / 20,000 / 20,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        get: operations["getWebhookEndpointDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a webhook delivery
         * @description Immediately resends the same envelope with the same ID, with up to five attempts. Attempt numbers continue from earlier attempts. You can redeliver a delivery in any status. Returns 409 while the endpoint is disabled.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["redeliverWebhookEndpointDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay failed deliveries
         * @description Resends all FAILED deliveries created between `since` and `until`, oldest first. With `dryRun`, only counts them. Returns 409 while the endpoint is disabled.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["recoverWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook endpoint's signing secret
         * @description The new secret is returned only in this response. Deliveries are also signed with the previous secret for `overlapSeconds`: `X-Service-Signature` then has two `v1=` values. If you rotate again during the overlap, the oldest secret expires immediately.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner). Returned once and omitted from replayed responses: `signingSecret`.
         */
        post: operations["rotateWebhookEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an envelope with example data and `livemode: false` to this endpoint only. You can use any event type, including types that the endpoint is not subscribed to. Returns 409 while the endpoint is disabled.
         *
         *     API keys require the `webhooks:write` scope. Members require the `webhooks:write` permission (ADMIN). Rate limit: bucket `webhooks.write`, 100 / 1,000 / 10,000 / 10,000 per minute (Starter / Professional / Enterprise / Founding Partner).
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "alert.triggered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert policy was triggered
         * @description Sent to endpoints subscribed to `alert.triggered`. Severity: MEDIUM.
         */
        post: operations["onAlertTriggered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "audit.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An audit event was added to the chain
         * @description Sent to endpoints subscribed to `audit.created`. Severity: INFO.
         */
        post: operations["onAuditCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "audit.high_severity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An audit event of severity HIGH or CRITICAL was added to the chain
         * @description Sent to endpoints subscribed to `audit.high_severity`. Severity: HIGH.
         */
        post: operations["onAuditHighSeverity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chain.integrity_failure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The audit chain failed an integrity verification
         * @description Sent to endpoints subscribed to `chain.integrity_failure`. Severity: CRITICAL.
         */
        post: operations["onChainIntegrityFailure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chain.verified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A verification of the audit chain passed
         * @description Sent to endpoints subscribed to `chain.verified`. Severity: INFO.
         */
        post: operations["onChainVerified"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "evidence.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The download URL of an evidence package expired
         * @description Sent to endpoints subscribed to `evidence.expired`. Severity: INFO.
         */
        post: operations["onEvidenceExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "evidence.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An evidence package was generated
         * @description Sent to endpoints subscribed to `evidence.ready`. Severity: INFO.
         */
        post: operations["onEvidenceReady"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "integration.disconnected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An integration was disconnected
         * @description Sent to endpoints subscribed to `integration.disconnected`. Severity: MEDIUM.
         */
        post: operations["onIntegrationDisconnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "model.registered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A model was registered
         * @description Sent to endpoints subscribed to `model.registered`. Severity: INFO.
         */
        post: operations["onModelRegistered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shadow_ai.detected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unregistered AI usage was detected
         * @description Sent to endpoints subscribed to `shadow_ai.detected`. Severity: HIGH.
         */
        post: operations["onShadowAiDetected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shadow_ai.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A shadow AI detection was resolved
         * @description Sent to endpoints subscribed to `shadow_ai.resolved`. Severity: INFO.
         */
        post: operations["onShadowAiResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Accepted: Record<string, never>;
        AcceptInvitation: {
            name: string;
            /**
             * Format: password
             * @description Must not be the e-mail address, the name of the service or organisation, or a common password
             */
            password: string;
            /** @description The part of the e-mailed link after `#token=` */
            token: string;
        };
        Activity: {
            /** @description Position of the last event on the audit chain; 0 if the chain is empty */
            chainPosition: number;
            revisions: {
                /** @description Changes whenever this data changes: alert policies and their evaluation. The value is opaque: compare it only for equality. */
                alerts: string;
                /** @description Changes whenever this data changes: webhook endpoints and deliveries. The value is opaque: compare it only for equality. */
                deliveries: string;
                /** @description Changes whenever this data changes: shadow AI detections and exception requests. The value is opaque: compare it only for equality. */
                detections: string;
                /** @description Changes whenever this data changes: evidence packages. The value is opaque: compare it only for equality. */
                evidence: string;
                /** @description Changes whenever this data changes: log imports. The value is opaque: compare it only for equality. */
                imports: string;
                /** @description Changes whenever this data changes: integrations and the deliveries received from them. The value is opaque: compare it only for equality. */
                integrations: string;
                /** @description Changes whenever this data changes: members. The value is opaque: compare it only for equality. */
                members: string;
                /** @description Changes whenever this data changes: reports and their schedules. The value is opaque: compare it only for equality. */
                reports: string;
                /** @description Changes whenever this data changes: audit streams and their progress. The value is opaque: compare it only for equality. */
                streams: string;
                /** @description Changes whenever this data changes: verifications, integrity findings and checkpoints of the chain. The value is opaque: compare it only for equality. */
                verifications: string;
            };
        };
        /** @description A minimum number of events that meet the other conditions within a time window */
        AlertCountCondition: {
            /** @description The minimum number of events */
            atLeast: number;
            /**
             * @description Whether events are counted per model or across the organisation
             * @enum {string}
             */
            per: "MODEL" | "ORGANISATION";
            /** @description The length of the time window, which ends with the evaluated event. An event received exactly this long before the evaluated event is not counted. */
            withinMinutes: number;
        };
        /** @description Compares a number in the payload with a threshold */
        AlertPayloadCondition: {
            /** @enum {string} */
            operator: "GREATER_THAN" | "GREATER_OR_EQUAL" | "LESS_THAN" | "LESS_OR_EQUAL" | "EQUAL" | "NOT_EQUAL";
            /** @description The payload field: dot-separated names (`metrics.psi`, `scores.0`) or a JSON Pointer (`/metrics/psi`). Events without a number in this field don't match. */
            path: string;
            threshold: number;
        };
        AlertPolicy: {
            cooldownMinutes: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            description: string;
            enabled: boolean;
            figures: components["schemas"]["AlertPolicyFigures"];
            id: string;
            /**
             * Format: date-time
             * @description Until this time, matching events are counted but no notifications are sent
             */
            mutedUntil: string | null;
            name: string;
            recipients: string[];
            rule: components["schemas"]["AlertRule"];
            /** @description The severity of the alerts */
            severity: components["schemas"]["Severity"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        /** @description Not covered by the `ETag` */
        AlertPolicyFigures: {
            /** @description Number of alerts raised */
            alerts: number;
            /**
             * Format: date-time
             * @description When the event that triggered the last alert was received
             */
            lastTriggeredAt: string | null;
            /** @description Number of alerts suppressed while muted */
            muted: number;
            /** @description Number of alerts suppressed during the cooldown */
            suppressed: number;
        };
        AlertPolicyList: {
            data: components["schemas"]["AlertPolicy"][];
            pagination: components["schemas"]["Pagination"];
        };
        AlertRule: {
            count?: components["schemas"]["AlertCountCondition"];
            /** @description Matches events of any of these types. Defaults to all types. */
            eventTypes?: components["schemas"]["EventType"][];
            minSeverity?: components["schemas"]["Severity"];
            /** @description Matches events of any of these models. Defaults to all models. */
            modelIds?: string[];
            payload?: components["schemas"]["AlertPayloadCondition"];
            /** @description Matches events that have all of these tags */
            tags?: string[];
        };
        AlertRulePreview: {
            /** @description Number of alerts that would have been raised */
            alerts: number;
            /** @description The first 100 events that would have raised an alert */
            events: components["schemas"]["PreviewedAlert"][];
            eventsRead: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            from: string;
            /** @description Whether only the newest events of the range were evaluated */
            isCut: boolean;
            /** @description Number of events that meet all conditions except `count` */
            matched: number;
            /**
             * Format: date-time
             * @description When the first evaluated event was received; `null` if no event was evaluated
             */
            readFrom: string | null;
            /** @description Number of alerts that would have been suppressed during the cooldown */
            suppressed: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            to: string;
        };
        /** @description The policy, the event that triggered the policy, and the observed value. */
        AlertTriggeredData: {
            /** @description The audit event that triggered the policy */
            eventId: string;
            /** @description The ID of the alert */
            id: string;
            message: string;
            modelId: string;
            /** @description The observed value; `null` if the rule has no threshold */
            observed: number | null;
            policyId: string;
            policyName: string;
            severity: components["schemas"]["Severity"];
            threshold: number | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            triggeredAt: string;
        };
        AlertTriggeredEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["AlertTriggeredData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "alert.triggered";
        };
        AllowedEndpoint: {
            departments?: string[];
            host: string;
            ipRanges?: string[];
        };
        ApiKey: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
            /** @description The key's mode and last four characters */
            hint: string;
            id: string;
            /**
             * Format: date-time
             * @description When the key was last used, accurate to the minute
             */
            lastUsedAt: string | null;
            livemode: boolean;
            name: string;
            /** @description The key that replaced this one by rotation */
            replacedById: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            revokedAt: string | null;
            scopes: ("audit:read" | "audit:write" | "models:read" | "models:write" | "shadow_ai:read" | "shadow_ai:write" | "sensors:write" | "evidence:read" | "evidence:write" | "webhooks:read" | "webhooks:write" | "reports:read" | "reports:write" | "admin")[];
            /** @enum {string} */
            status: "ACTIVE" | "EXPIRED" | "REVOKED";
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
            pagination: components["schemas"]["Pagination"];
        };
        AppendBatch: {
            events: components["schemas"]["AppendEvent"][];
        };
        AppendedEvent: {
            blockHash: string;
            chainPosition: number;
            eventType: components["schemas"]["EventType"];
            id: string;
            previousHash: string;
            receipt: components["schemas"]["Receipt"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            recordedAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            timestamp: string;
            verified: boolean;
        };
        AppendEvent: {
            actor?: components["schemas"]["EventActor"];
            eventType: components["schemas"]["EventType"];
            /** @description Stored with the event but not hashed. Up to 64 KiB. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description A registered model */
            modelId: string;
            /** @description Any JSON object, up to 256 KiB in canonical form. Send hashes instead of sensitive content. Numbers are IEEE 754 doubles (RFC 8785). */
            payload: {
                [key: string]: unknown;
            };
            /** @default INFO */
            severity?: components["schemas"]["Severity"];
            /** @default [] */
            tags?: string[];
            /** Format: date-time */
            timestamp?: string;
        };
        /** @description Identifies an audit event. To read its payload, call GET /v1/audit/{id}. */
        AuditCreatedData: {
            blockHash: string;
            chainPosition: number;
            /** @enum {string} */
            eventType: "INFERENCE" | "TRAINING_STARTED" | "TRAINING_COMPLETED" | "DEPLOYMENT" | "CONFIG_CHANGE" | "DATA_ACCESS" | "HUMAN_REVIEW" | "ALERT" | "SHADOW_AI_DETECTED";
            id: string;
            modelId: string;
            /** @enum {string} */
            severity: "INFO" | "MEDIUM" | "HIGH" | "CRITICAL";
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            timestamp: string;
            /** @description Whether the hashes recomputed from the stored event match the recorded ones. If the content was erased: whether the header matches its hash and the chain records the erasure. */
            verified: boolean;
        };
        AuditCreatedEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["AuditCreatedData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "audit.created";
        };
        AuditEvent: {
            /** @description `null` if the content was erased */
            actor: {
                displayName?: string;
                id: string;
                ipAddress?: string;
                type: string;
            } | null;
            blockHash: string;
            chainPosition: number;
            contentHash: string;
            /** @description `null` if the content was erased */
            contentSalt: string | null;
            /** @description Present only if the content was erased */
            erased?: components["schemas"]["ErasedContent"];
            /** @enum {string} */
            eventType: "INFERENCE" | "TRAINING_STARTED" | "TRAINING_COMPLETED" | "DEPLOYMENT" | "CONFIG_CHANGE" | "DATA_ACCESS" | "HUMAN_REVIEW" | "ALERT" | "SHADOW_AI_DETECTED";
            id: string;
            metadata: {
                [key: string]: unknown;
            } | null;
            modelId: string;
            organisationId: string;
            /** @description `null` if the content was erased */
            payload: {
                [key: string]: unknown;
            } | null;
            previousHash: string;
            previousModelHash: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            recordedAt: string;
            /** @enum {string} */
            severity: "INFO" | "MEDIUM" | "HIGH" | "CRITICAL";
            /** @enum {string} */
            source: "API" | "GITHUB" | "JIRA" | "MLFLOW";
            tags: string[];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            timestamp: string;
            /** @description Whether the hashes recomputed from the stored event match the recorded ones. If the content was erased: whether the header matches its hash and the chain records the erasure. */
            verified: boolean;
        };
        AuditEventDetail: {
            /** @description `null` if the content was erased */
            actor: {
                displayName?: string;
                id: string;
                ipAddress?: string;
                type: string;
            } | null;
            blockHash: string;
            chainPosition: number;
            contentHash: string;
            /** @description `null` if the content was erased */
            contentSalt: string | null;
            /** @description Present only if the content was erased */
            erased?: components["schemas"]["ErasedContent"];
            /** @enum {string} */
            eventType: "INFERENCE" | "TRAINING_STARTED" | "TRAINING_COMPLETED" | "DEPLOYMENT" | "CONFIG_CHANGE" | "DATA_ACCESS" | "HUMAN_REVIEW" | "ALERT" | "SHADOW_AI_DETECTED";
            id: string;
            linkedTickets: components["schemas"]["LinkedTicket"][];
            metadata: {
                [key: string]: unknown;
            } | null;
            modelId: string;
            organisationId: string;
            /** @description `null` if the content was erased */
            payload: {
                [key: string]: unknown;
            } | null;
            previousHash: string;
            previousModelHash: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            recordedAt: string;
            /** @enum {string} */
            severity: "INFO" | "MEDIUM" | "HIGH" | "CRITICAL";
            /** @enum {string} */
            source: "API" | "GITHUB" | "JIRA" | "MLFLOW";
            tags: string[];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            timestamp: string;
            /** @description Whether the hashes recomputed from the stored event match the recorded ones. If the content was erased: whether the header matches its hash and the chain records the erasure. */
            verified: boolean;
        };
        AuditEventNeighbours: {
            /** @description The next event; `null` for the latest event */
            next: components["schemas"]["AuditEvent"] | null;
            /** @description The previous event; `null` for the first event */
            previous: components["schemas"]["AuditEvent"] | null;
        };
        /** @description Same as audit.created. The audit event is sent under both types. */
        AuditHighSeverityData: {
            blockHash: string;
            chainPosition: number;
            /** @enum {string} */
            eventType: "INFERENCE" | "TRAINING_STARTED" | "TRAINING_COMPLETED" | "DEPLOYMENT" | "CONFIG_CHANGE" | "DATA_ACCESS" | "HUMAN_REVIEW" | "ALERT" | "SHADOW_AI_DETECTED";
            id: string;
            modelId: string;
            /** @enum {string} */
            severity: "INFO" | "MEDIUM" | "HIGH" | "CRITICAL";
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            timestamp: string;
            /** @description Whether the hashes recomputed from the stored event match the recorded ones. If the content was erased: whether the header matches its hash and the chain records the erasure. */
            verified: boolean;
        };
        AuditHighSeverityEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["AuditHighSeverityData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "audit.high_severity";
        };
        AuditStream: {
            /** @enum {string} */
            compression: "gzip" | "none";
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            failingSince: string | null;
            /** @description Number of consecutive failed attempts */
            failures: number;
            filter: {
                eventTypes: ("INFERENCE" | "TRAINING_STARTED" | "TRAINING_COMPLETED" | "DEPLOYMENT" | "CONFIG_CHANGE" | "DATA_ACCESS" | "HUMAN_REVIEW" | "ALERT" | "SHADOW_AI_DETECTED")[];
                /** @enum {string|null} */
                minSeverity: "INFO" | "MEDIUM" | "HIGH" | "CRITICAL" | null;
                modelIds: string[];
            };
            hasAuthorization: boolean;
            /** @description The last position of the chain */
            headPosition: number;
            id: string;
            /** @description How far the stream lags behind the chain */
            lag: {
                /** @description Number of events after `position`, including events that the filter excludes */
                events: number;
                /**
                 * Format: date-time
                 * @description When the first event after `position` was received
                 */
                oldestReceivedAt: string | null;
            };
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastDeliveredAt: string | null;
            /** @description Why the last attempt failed; `null` if it succeeded */
            lastError: string | null;
            lastStatusCode: number | null;
            maxBytes: number;
            maxDelaySeconds: number;
            maxEvents: number;
            name: string;
            /**
             * Format: date-time
             * @description When the failed batch will be retried
             */
            nextAttemptAt: string | null;
            /** @description The last position that the receiver acknowledged or that the filter excluded */
            position: number;
            /**
             * Format: date-time
             * @description When the position last changed
             */
            positionAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            previousSecretExpiresAt: string | null;
            /**
             * @description FAILING: the last attempt failed and will be retried
             * @enum {string}
             */
            status: "ACTIVE" | "FAILING" | "PAUSED" | "DISABLED";
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
            url: string;
        };
        AuditStreamBatch: {
            /** @description The same for all attempts of a batch */
            batchId: string;
            /** @description Size of the request body as sent, in bytes */
            bytes: number;
            durationMs: number | null;
            error: string | null;
            events: number;
            /** @description The batch starts after this position */
            fromPosition: number;
            /** @description The number of the attempt */
            number: number;
            /**
             * @description `null` while the attempt is running, or if it was interrupted
             * @enum {string|null}
             */
            outcome: "SUCCEEDED" | "FAILED" | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            startedAt: string;
            statusCode: number | null;
            /** @description The batch ends with this position */
            toPosition: number;
        };
        AuditStreamBatchList: {
            data: components["schemas"]["AuditStreamBatch"][];
        };
        AuditStreamFilter: {
            /**
             * @description Only events of these types. An empty list means all types.
             * @default []
             */
            eventTypes?: components["schemas"]["EventType"][];
            /**
             * @description Only events of this severity or higher
             * @default null
             */
            minSeverity?: components["schemas"]["Severity"] | null;
            /**
             * @description Only events of these models. An empty list means all models.
             * @default []
             */
            modelIds?: string[];
        };
        AuditStreamList: {
            data: components["schemas"]["AuditStream"][];
            pagination: components["schemas"]["Pagination"];
        };
        AuditStreamTest: {
            durationMs: number;
            error: string | null;
            /** @enum {string} */
            outcome: "SUCCEEDED" | "FAILED";
            statusCode: number | null;
        };
        BatchResult: {
            appended: number;
            failed: number;
            results: ({
                blockHash: string;
                chainPosition: number;
                eventType: components["schemas"]["EventType"];
                id: string;
                index: number;
                previousHash: string;
                receipt: components["schemas"]["Receipt"];
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                recordedAt: string;
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                timestamp: string;
                verified: boolean;
            } | {
                details?: {
                    message: string;
                    path: string;
                }[];
                error: string;
                index: number;
                message: string;
            })[];
        };
        Catalogue: {
            entries: components["schemas"]["CatalogueEntry"][];
            overrides: components["schemas"]["CatalogueHostOverride"][];
            /** @description Catalogue version, with a digest of the organisation's overrides if there are any */
            version: string;
        };
        CatalogueEntry: {
            /**
             * @description The host to which this host's traffic is attributed
             * @default null
             */
            canonicalHost: string | null;
            /** @enum {string} */
            category: "LLM_API" | "LLM_API_CLOUD" | "AGGREGATOR" | "AI_GATEWAY" | "ML_PLATFORM" | "MODEL_HUB" | "AI_SERVICES" | "EMBEDDING_API" | "VECTOR_DB" | "LLM_OPS" | "CHAT_APP" | "CONSOLE" | "SEARCH_APP" | "RESEARCH" | "CODING_ASSISTANT" | "APP_BUILDER" | "AGENT" | "WRITING" | "MEETING_ASSISTANT" | "IMAGE_GEN" | "VIDEO_GEN" | "AUDIO_GEN" | "SPEECH_API" | "SUPPORTING" | "SELF_HOSTED" | "UNKNOWN";
            /**
             * Format: date
             * @description When the host was last verified against its source
             */
            checkedAt: string | null;
            /** @description A host, `*.` followed by a domain for all its subdomains, or a host with `<region>` for a cloud region */
            host: string;
            id: string;
            /** @description Whether the host also serves non-AI traffic. If `true`, a second signal is required to identify AI usage. */
            mixedUse: boolean;
            provider: components["schemas"]["CatalogueProvider"];
            /** @description Where the host is documented */
            source: string;
        };
        CatalogueHostOverride: {
            host: string;
            override: components["schemas"]["CatalogueOverrideDocument"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        CatalogueOverride: {
            /** @enum {string} */
            category?: "LLM_API" | "LLM_API_CLOUD" | "AGGREGATOR" | "AI_GATEWAY" | "ML_PLATFORM" | "MODEL_HUB" | "AI_SERVICES" | "EMBEDDING_API" | "VECTOR_DB" | "LLM_OPS" | "CHAT_APP" | "CONSOLE" | "SEARCH_APP" | "RESEARCH" | "CODING_ASSISTANT" | "APP_BUILDER" | "AGENT" | "WRITING" | "MEETING_ASSISTANT" | "IMAGE_GEN" | "VIDEO_GEN" | "AUDIO_GEN" | "SPEECH_API" | "SUPPORTING" | "SELF_HOSTED" | "UNKNOWN";
            /**
             * @description Whether there is a data processing agreement with the provider
             * @enum {string}
             */
            dpa?: "YES" | "NO" | "PLAN_DEPENDENT" | "UNKNOWN";
            /** @description If `true`, the host is excluded from detection */
            ignore?: boolean;
            /** @description Country where the provider is established */
            jurisdiction?: string;
            /** @description Whether the host also serves non-AI traffic */
            mixedUse?: boolean;
            note?: string;
            provider?: {
                id: string;
                name: string;
            };
            /**
             * @description Whether the provider trains models on customer inputs
             * @enum {string}
             */
            trainsOnInputs?: "YES" | "NO" | "PLAN_DEPENDENT" | "UNKNOWN";
        };
        CatalogueOverrideDocument: components["schemas"]["CatalogueOverride"];
        CatalogueProvider: {
            /**
             * @description Whether there is a data processing agreement with the provider
             * @enum {string}
             */
            dpa: "YES" | "NO" | "PLAN_DEPENDENT" | "UNKNOWN";
            id: string;
            /** @description Country where the company is established (ISO 3166-1) */
            jurisdiction: string | null;
            name: string;
            /**
             * @description Whether the provider trains models on customer inputs
             * @enum {string}
             */
            trainsOnInputs: "YES" | "NO" | "PLAN_DEPENDENT" | "UNKNOWN";
        };
        /** @description An inconsistency in the audit chain. Sent once for each finding. */
        ChainIntegrityFailureData: {
            chainPosition: number;
            /** @description The value that the verification computed from the stored content, the previous event or a signature */
            computedHash: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            detectedAt: string;
            /** @description The type of failure, such as hash_mismatch, link_mismatch, events_missing, tail_missing or checkpoint_mismatch. More values may be added. */
            error: string;
            /** @description `null` if the failure does not concern a stored event, such as a missing event, a chain head or a checkpoint */
            eventId: string | null;
            /** @description 64 zeros if the failure does not concern a hash */
            storedHash: string;
        };
        ChainIntegrityFailureEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["ChainIntegrityFailureData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "chain.integrity_failure";
        };
        ChainVerification: {
            /** @description The latest checkpoint signed by a pinned key */
            checkpoint: components["schemas"]["Checkpoint"] | null;
            durationMs: number;
            /** @description Number of verified events whose content was erased, as recorded by a later event. These events are not reported as findings. */
            erased: number;
            eventsVerified: number;
            /** @description The first 100 findings */
            findings: {
                actual: string | null;
                chainPosition: number;
                code: string;
                /** @description `null` if there is no event */
                eventId: string | null;
                expected: string | null;
                /** @description The ID of the affected governed record */
                recordId?: string;
                /** @description The table of the affected governed record */
                table?: string;
            }[];
            findingsTotal: number;
            from: number;
            /** @description `blockHash` of the last event reached */
            headHash: string;
            /** @description Number of governed records whose state is not on the chain yet */
            recordsUnsealed: number;
            /** @description Number of governed records whose state matches the chain */
            recordsVerified: number;
            /**
             * @description not_verified: no verdict is failed, and at least one is not_verified
             * @enum {string}
             */
            status: "ok" | "failed" | "not_verified";
            /** @description The last position reached */
            to: number;
            verdicts: {
                /**
                 * @description `expectedHead` is on this chain
                 * @enum {string}
                 */
                anchor: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description Checkpoints are signed by pinned keys, linked to each other, and match the chain. not_verified: a checkpoint names a key that this process does not know, so its signature cannot be checked.
                 * @enum {string}
                 */
                checkpoints: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description Events, chain head, running counts and latest checkpoint match
                 * @enum {string}
                 */
                completeness: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description The content of every event matches its `contentHash`, and every header matches its `blockHash`
                 * @enum {string}
                 */
                content: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description Every event links to its predecessors, positions have no gaps, and `recordedAt` never decreases
                 * @enum {string}
                 */
                linkage: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description Every governed record has the state last recorded on the chain. Checked when the full chain is verified. not_sealed: some records have no state on the chain yet.
                 * @enum {string}
                 */
                records: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable" | "not_sealed";
                /**
                 * @description Tables, columns, constraints, unique indexes, triggers, functions, owners and grants match the migrations. Not checked for a range, or while the database has the migrations of another service version, for example during an upgrade.
                 * @enum {string}
                 */
                schema: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
            };
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            verifiedAt: string;
        };
        /** @description The verified range and the signed state of the chain. */
        ChainVerifiedData: {
            /** @description The signed state of the chain. Store it outside the service. `null` if there is no checkpoint yet. */
            checkpoint: components["schemas"]["Checkpoint"] | null;
            eventsVerified: number;
            fromPosition: number;
            headHash: string;
            toPosition: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            verifiedAt: string;
        };
        ChainVerifiedEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["ChainVerifiedData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "chain.verified";
        };
        ChangePassword: {
            /** Format: password */
            currentPassword: string;
            /**
             * Format: password
             * @description Must not be the e-mail address, the name of the service or organisation, or a common password
             */
            newPassword: string;
        };
        Checkpoint: {
            /** @description `blockHash` of the event at that position */
            headHash: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            issuedAt: string;
            /** @description The signing key, as listed by `GET /v1/verify/keys` */
            keyId: string;
            organisationId: string;
            previousCheckpointHash: string;
            /** @description The RFC 6962 tree hash over the raw bytes of every `blockHash` up to that position */
            rootHash: string;
            /** @description Base64-encoded Ed25519 signature of the canonical JSON */
            signature: string;
            /** @description Number of events covered, which equals the position of the last covered event */
            size: number;
        };
        CheckpointTimestamp: {
            /** @description The timestamped hash: SHA-256 of the checkpoint's canonical JSON with its signature, as in `previousCheckpointHash` */
            hash: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            timestampedAt: string;
            /** @description Base64-encoded TimeStampToken (DER) */
            token: string;
        };
        CompletePasswordReset: {
            /**
             * Format: password
             * @description Must not be the e-mail address, the name of the service or organisation, or a common password
             */
            password: string;
            /** @description The part of the e-mailed link after `#token=` */
            token: string;
        };
        ConfirmSecondFactor: {
            code: string;
        };
        ConsistencyProof: {
            from: number;
            /** @description The RFC 6962 consistency proof; empty if both sizes are equal */
            hashes: string[];
            to: number;
        };
        Cosignature: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            cosignedAt: string;
            /** @description The witness's verifier key (vkey). Compare it with the key that the witness publishes. */
            key: string;
            /** @description Base64-encoded signature line of the note: key hash, timestamp and Ed25519 signature (c2sp.org/tlog-cosignature) */
            signature: string;
            /** @description The name of the witness */
            witness: string;
        };
        CreateAlertPolicy: {
            /**
             * @description How long further alerts are suppressed: per model, or for the whole organisation if the rule counts across the organisation
             * @default 60
             */
            cooldownMinutes?: number;
            /** @default  */
            description?: string;
            /** @default true */
            enabled?: boolean;
            /** Format: date-time */
            mutedUntil?: string | null;
            name: string;
            /**
             * @description E-mail addresses that are notified
             * @default []
             */
            recipients?: string[];
            rule: components["schemas"]["AlertRule"];
            /**
             * @description The severity of the alerts
             * @default MEDIUM
             */
            severity?: components["schemas"]["Severity"];
        };
        CreateApiKey: {
            /**
             * Format: date-time
             * @description When the key expires. If omitted, it does not expire.
             */
            expiresAt?: string;
            /** @description The application that uses the key */
            name: string;
            scopes: components["schemas"]["Scope"][];
        };
        CreateAuditStream: {
            /**
             * @description The `Authorization` header of each request, such as `Splunk <token>`. Stored encrypted and never returned.
             * @default null
             */
            authorization?: string | null;
            /**
             * @description The encoding of the request body
             * @default gzip
             * @enum {string}
             */
            compression?: "gzip" | "none";
            /**
             * @default {
             *       "eventTypes": [],
             *       "modelIds": [],
             *       "minSeverity": null
             *     }
             */
            filter?: components["schemas"]["AuditStreamFilter"];
            /**
             * @description Where the stream starts. `now`: with the event that records its creation. `beginning`: with the first event of the chain. A number: after this position.
             * @default now
             */
            from?: ("now" | "beginning") | number;
            /**
             * @description Maximum size of a batch in bytes, before compression. A larger event is sent in its own batch.
             * @default 1048576
             */
            maxBytes?: number;
            /**
             * @description The maximum time that an event waits for its batch to fill
             * @default 5
             */
            maxDelaySeconds?: number;
            /**
             * @description Maximum number of events per batch
             * @default 1000
             */
            maxEvents?: number;
            name: string;
            /**
             * @description PAUSED: sends nothing until resumed
             * @default ACTIVE
             * @enum {string}
             */
            status?: "ACTIVE" | "PAUSED";
            /**
             * Format: uri
             * @description An HTTPS URL without credentials or a fragment, on port 443 or 1024 to 65535. Private addresses and host names are not allowed.
             */
            url: string;
        };
        CreatedApiKey: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string | null;
            /** @description The key's mode and last four characters */
            hint: string;
            id: string;
            /** @description The key. It is returned only once: a request repeated with the same Idempotency-Key returns no key. */
            key?: string;
            /**
             * Format: date-time
             * @description When the key was last used, accurate to the minute
             */
            lastUsedAt: string | null;
            livemode: boolean;
            name: string;
            /** @description The key that replaced this one by rotation */
            replacedById: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            revokedAt: string | null;
            scopes: ("audit:read" | "audit:write" | "models:read" | "models:write" | "shadow_ai:read" | "shadow_ai:write" | "sensors:write" | "evidence:read" | "evidence:write" | "webhooks:read" | "webhooks:write" | "reports:read" | "reports:write" | "admin")[];
            /** @enum {string} */
            status: "ACTIVE" | "EXPIRED" | "REVOKED";
        };
        CreatedAuditStream: {
            /** @enum {string} */
            compression: "gzip" | "none";
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            failingSince: string | null;
            /** @description Number of consecutive failed attempts */
            failures: number;
            filter: {
                eventTypes: ("INFERENCE" | "TRAINING_STARTED" | "TRAINING_COMPLETED" | "DEPLOYMENT" | "CONFIG_CHANGE" | "DATA_ACCESS" | "HUMAN_REVIEW" | "ALERT" | "SHADOW_AI_DETECTED")[];
                /** @enum {string|null} */
                minSeverity: "INFO" | "MEDIUM" | "HIGH" | "CRITICAL" | null;
                modelIds: string[];
            };
            hasAuthorization: boolean;
            /** @description The last position of the chain */
            headPosition: number;
            id: string;
            /** @description How far the stream lags behind the chain */
            lag: {
                /** @description Number of events after `position`, including events that the filter excludes */
                events: number;
                /**
                 * Format: date-time
                 * @description When the first event after `position` was received
                 */
                oldestReceivedAt: string | null;
            };
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastDeliveredAt: string | null;
            /** @description Why the last attempt failed; `null` if it succeeded */
            lastError: string | null;
            lastStatusCode: number | null;
            maxBytes: number;
            maxDelaySeconds: number;
            maxEvents: number;
            name: string;
            /**
             * Format: date-time
             * @description When the failed batch will be retried
             */
            nextAttemptAt: string | null;
            /** @description The last position that the receiver acknowledged or that the filter excluded */
            position: number;
            /**
             * Format: date-time
             * @description When the position last changed
             */
            positionAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            previousSecretExpiresAt: string | null;
            /** @description The secret that signs batches. Returned once; a repeated request with the same Idempotency-Key omits it. */
            signingSecret?: string;
            /**
             * @description FAILING: the last attempt failed and will be retried
             * @enum {string}
             */
            status: "ACTIVE" | "FAILING" | "PAUSED" | "DISABLED";
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
            url: string;
        };
        CreatedIntegration: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            defaultModelId: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            disconnectedAt: string | null;
            enabled: boolean;
            figures: components["schemas"]["IntegrationFigures"];
            id: string;
            kind: components["schemas"]["IntegrationKind"];
            /**
             * Format: date-time
             * @description When the last new delivery was received. Repeated deliveries are not included.
             */
            lastSeenAt: string | null;
            models: {
                match: string;
                modelId: string;
            }[];
            name: string;
            /**
             * Format: date-time
             * @description When the previous secret expires or expired
             */
            previousSecretExpiresAt: string | null;
            /**
             * Format: uri
             * @description The URL for the product's webhooks. It starts with the configured PUBLIC_URL.
             */
            receiverUrl: string;
            /** @description The secret with which the product must sign its deliveries. Returned once; a repeated request with the same Idempotency-Key omits it. */
            secret?: string;
            silentAfterHours: number | null;
            /**
             * @description WAITING until the first delivery; DISCONNECTED after `silentAfterHours` without a delivery, until the next delivery
             * @enum {string}
             */
            status: "WAITING" | "CONNECTED" | "DISCONNECTED" | "DISABLED";
            /**
             * Format: date-time
             * @description When the settings last changed
             */
            updatedAt: string;
        };
        CreatedWebhookEndpoint: {
            active: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            description: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            disabledAt: string | null;
            /** @description Why the service disabled the endpoint; `null` if you disabled it */
            disabledReason: string | null;
            events: string[];
            health: components["schemas"]["WebhookEndpointHealth"];
            id: string;
            /**
             * Format: date-time
             * @description When the previous secret expires or expired
             */
            previousSecretExpiresAt: string | null;
            /** @description The secret that signs deliveries. Returned once; a repeated request with the same Idempotency-Key omits it. */
            signingSecret?: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
            url: string;
        };
        CreateIntegration: {
            /**
             * @description The model for deliveries that match no rule. If `null`, they are not recorded.
             * @default null
             */
            defaultModelId?: string | null;
            /**
             * @description If `false`, deliveries are rejected (409) and missing deliveries are not reported
             * @default true
             */
            enabled?: boolean;
            kind: components["schemas"]["IntegrationKind"];
            /**
             * @description Assigns the product's objects to governed models. The first matching rule applies.
             * @default []
             */
            models?: {
                /** @description GITHUB: a repository with its owner. JIRA: a project key. MLFLOW: the name of a registered model or prompt. End the value with `*` to match a prefix. Case-sensitive for MLFLOW only. */
                match: string;
                /** @description A registered model */
                modelId: string;
            }[];
            name: string;
            /**
             * @description Number of hours without a delivery after which the integration is reported as disconnected. If `null`, it is never reported.
             * @default null
             */
            silentAfterHours?: number | null;
        };
        CreateReportSchedule: {
            covers: components["schemas"]["ReportCoveredPeriod"];
            /** @description A cron expression with five fields, evaluated in `timeZone`. The minute must be a single number. */
            cron: string;
            /** @default true */
            enabled?: boolean;
            /**
             * @default PDF
             * @enum {string}
             */
            format?: "PDF" | "CSV" | "JSON";
            /** @enum {string} */
            kind: "audit-activity" | "shadow-ai" | "chain-integrity";
            name: string;
            /**
             * @description The IDs of members who receive an e-mail with a link to the report's page
             * @default []
             */
            recipients?: string[];
            /** @default UTC */
            timeZone?: string;
        };
        CreateSavedView: {
            /** @description Unique among the owner's views of the page */
            name: string;
            page: components["schemas"]["SavedViewPage"];
            /** @description The page's query string, without the question mark */
            query: string;
            /**
             * @description Whether all members of the organisation can see the view
             * @default false
             */
            shared?: boolean;
        };
        CreateWebhookEndpoint: {
            /**
             * @description If `false`, the endpoint receives no events until it is enabled
             * @default true
             */
            active?: boolean;
            /** @default  */
            description?: string;
            /** @description The event types to send */
            events: components["schemas"]["WebhookEventType"][];
            /**
             * Format: uri
             * @description An HTTPS URL without credentials or a fragment, on port 443 or 1024 to 65535. Private addresses and host names are not allowed.
             */
            url: string;
        };
        CredentialChange: {
            /** @description A member's e-mail address, or `API key` and the key's name */
            account: string;
            /** @description The ID of the member or API key that was changed */
            accountId: string;
            /** @description The member or API key that made the change: the member's e-mail address, or `API key` and the key's name. `null` if the change was made from the operator's command line, by the identity provider or by the service. */
            changedBy: string | null;
            /** @description The ID of the member or API key that made the change */
            changedById: string | null;
            id: string;
            kind: components["schemas"]["CredentialChangeKind"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            occurredAt: string;
            previousRole: components["schemas"]["Role"] | null;
            /** @description The member's role after the change; `null` if the change does not affect roles */
            role: components["schemas"]["Role"] | null;
        };
        /** @enum {string} */
        CredentialChangeKind: "MEMBER_CREATED" | "INVITATION_RENEWED" | "MEMBER_JOINED" | "ROLE_CHANGED" | "ACCESS_REMOVED" | "ACCESS_RESTORED" | "PASSWORD_RESET_REQUESTED" | "PASSWORD_CHANGED" | "SECOND_FACTOR_ENABLED" | "SECOND_FACTOR_DISABLED" | "SECOND_FACTOR_RESET" | "RECOVERY_CODE_USED" | "OPENID_LINKED" | "API_KEY_CREATED";
        DecideException: {
            /** @description Explanation for the requester */
            note?: string;
        };
        DisableSecondFactor: {
            /** @description Six digits from the authenticator app, or a recovery code */
            code: string;
            /**
             * Format: password
             * @description Required if the account has a password
             */
            password?: string;
        };
        /** @description A public key for checkpoints (RFC 8037) */
        Ed25519Jwk: {
            /** @constant */
            alg: "EdDSA";
            /** @constant */
            crv: "Ed25519";
            /** @description The `keyId` of its signatures */
            kid: string;
            /** @constant */
            kty: "OKP";
            /** @constant */
            use: "sig";
            /** @description The 32 bytes of the key in base64url */
            x: string;
        };
        EraseContent: {
            legalBasis: components["schemas"]["LegalBasis"];
            /** @description Your case reference. It is stored permanently, so don't include personal data. */
            reference: string;
        };
        ErasedContent: {
            /**
             * Format: date-time
             * @description When the erasure was recorded
             */
            at: string;
            chainPosition: number;
            /** @description The audit event that records the erasure */
            eventId: string;
            legalBasis: string;
            /** @description The case reference given for the erasure */
            reference: string;
        };
        Erasure: {
            /** @description Alerts about the event, which may contain a number from its payload */
            alertEvents: string[];
            chainPosition: number;
            /** @description Hash of the erased content, which stays in the event's header */
            contentHash: string;
            erased: components["schemas"]["ErasedContent"];
            eventId: string;
            /** @description Packages requested before the erasure that may contain the content. They are signed and cannot be changed. Recall them if required by law. */
            evidencePackages: string[];
        };
        Error: {
            details?: {
                message: string;
                path: string;
            }[];
            /** @enum {string} */
            error: "validation_failed" | "invalid_json" | "invalid_cursor" | "bad_request" | "unauthorized" | "insufficient_scope" | "origin_mismatch" | "not_found" | "method_not_allowed" | "request_timeout" | "invalid_transition" | "idempotency_in_progress" | "conflict" | "erasure_disabled" | "legal_hold" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "range_not_satisfiable" | "model_not_registered" | "not_a_member" | "not_erasable" | "batch_exceeds_limit" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal_error" | "unavailable";
            message: string;
            requestId: string;
        } & {
            [key: string]: unknown;
        };
        EventActor: {
            displayName?: string;
            id: string;
            ipAddress?: string;
            /** @description SERVICE, USER, SYSTEM, AGENT, INTEGRATION or a custom type */
            type: string;
        };
        EventList: {
            data: components["schemas"]["AuditEvent"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @enum {string} */
        EventType: "INFERENCE" | "TRAINING_STARTED" | "TRAINING_COMPLETED" | "DEPLOYMENT" | "CONFIG_CHANGE" | "DATA_ACCESS" | "HUMAN_REVIEW" | "ALERT" | "SHADOW_AI_DETECTED";
        EventVerification: {
            blockHash: string;
            chainPosition: number;
            /** @description Present only if the content was erased. In that case, the header, the links and the record of the erasure have been verified. */
            erased?: components["schemas"]["ErasedContent"];
            eventId: string;
            previousHash: string;
            /** @constant */
            valid: true;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            verifiedAt: string;
        } | {
            computedHash: string;
            /** @enum {string} */
            error: "hash_mismatch" | "link_mismatch";
            eventId: string;
            message: string;
            storedHash: string;
            /** @constant */
            valid: false;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            verifiedAt: string;
        };
        /** @description Coverage of the framework's requirements by events. All requirements are counted, regardless of the requested sections. ADVERSE: events contradict the requirement. */
        EvidenceCoverage: {
            /** @description ADVERSE is not used in packages with a mapping version before 2026-11-24 */
            byStatus: {
                ADVERSE?: number;
                EVIDENCED: number;
                NO_EVENTS_IN_PERIOD: number;
                NOT_EVIDENCED_BY_EVENTS: number;
                OUT_OF_SCOPE: number;
                PARTIAL: number;
                SUPPLIED?: number;
            };
            /** @description The counted unit: points, sub-principles or controls */
            countedAs: string;
            /** @description Coverage in one line: the number of requirements that are evidenced, partial or adverse, and the number that need a document from you */
            headline: string;
            total: number;
        };
        EvidenceDateRange: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            from: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            to: string;
        };
        EvidenceDocument: {
            contentHash: string;
            /** @enum {string} */
            framework: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001";
            id: string;
            /** @description `null` if the document applies to all models */
            modelId: string | null;
            reference: string | null;
            requirement: string;
            signedBy: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            suppliedAt: string;
            /** @description The audit event that records the document and who supplied it */
            suppliedBy: string;
            title: string;
            validFrom: string | null;
            validUntil: string | null;
            version: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            withdrawnAt: string | null;
            /** @description The audit event that records the withdrawal */
            withdrawnBy: string | null;
        };
        EvidenceDocumentList: {
            data: components["schemas"]["EvidenceDocument"][];
            pagination: components["schemas"]["Pagination"];
        };
        EvidenceDocumentRequirements: {
            data: {
                /** @description The required document and who needs to supply it */
                document: string;
                /** @enum {string} */
                framework: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001";
                /** @description ID of the requirement */
                requirement: string;
                title: string;
            }[];
        };
        EvidenceDownloadUrl: {
            /** @description Requires no API key. Valid until `downloadUrlExpiresAt`. */
            downloadUrl: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            downloadUrlExpiresAt: string;
            packageId: string;
        };
        /** @description A package whose download URL has expired. While the package is READY, you can create a new URL with `POST /v1/evidence/{id}/download-url`. */
        EvidenceExpiredData: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            downloadUrlExpiresAt: string;
            /** @enum {string} */
            framework: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001";
            id: string;
            modelId: string;
        };
        EvidenceExpiredEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["EvidenceExpiredData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "evidence.expired";
        };
        /** @enum {string} */
        EvidenceFramework: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001";
        EvidencePackage: {
            coverage: components["schemas"]["EvidenceCoverage"] | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            dateRange: components["schemas"]["EvidenceDateRange"];
            /** @description Requires no API key. `null` if the package is not READY or the URL has expired. To get a new URL, use `POST /v1/evidence/{id}/download-url`. */
            downloadUrl: string | null;
            /**
             * Format: date-time
             * @description When the latest download URL expires
             */
            downloadUrlExpiresAt: string | null;
            /**
             * Format: date-time
             * @description When the file is deleted
             */
            expiresAt: string | null;
            /** @description Why generation failed; `null` unless FAILED */
            failureReason: string | null;
            format: components["schemas"]["EvidencePackageFormat"];
            framework: components["schemas"]["EvidenceFramework"];
            /**
             * Format: date-time
             * @description When the package became READY, which is after it was signed. A PDF's signature contains the signing time.
             */
            generatedAt: string | null;
            /** @description If `true`, `expiresAt` has passed, but the package stays READY until the legal hold that covers it is released */
            held: boolean;
            id: string;
            includeChainProof: boolean;
            includeHumanOversight: boolean;
            keyId: string | null;
            /** @description Version of the mapping of events to the framework. Packages are generated with the current version, even if they were requested under an earlier version. */
            mappingVersion: string;
            modelId: string;
            /** @description The model's name when the package was requested */
            modelName: string;
            notes: string | null;
            /** @description SHA-256 hash of the file's bytes */
            packageHash: string | null;
            /** @description Base64-encoded RSASSA-PKCS1-v1_5 signature with SHA-256 over the file's bytes, made with the key whose ID is `keyId` (see `GET /v1/verify/keys`) */
            packageSignature: string | null;
            /** @description Number of pages; `null` for JSON */
            pages: number | null;
            /** @description Generation progress; `null` before generation starts and after it ends */
            progress: {
                percent: number;
                /** @enum {string} */
                step: "collect" | "verify" | "render" | "sign" | "store" | "publish";
            } | null;
            recipientName: string | null;
            requestedBy: {
                displayName?: string;
                id: string;
                type: string;
            };
            sections: string[];
            signedBy: string | null;
            sizeBytes: number | null;
            /** @description GENERATING, then READY or FAILED. After `expiresAt`, the file is deleted and the status is EXPIRED, unless a legal hold covers the package (see `held`). */
            status: components["schemas"]["EvidencePackageStatus"];
            summary: components["schemas"]["EvidenceSummary"] | null;
            /**
             * Format: date-time
             * @description Time in the RFC 3161 timestamp of the PDF signature. `null` for JSON packages, and if no timestamp authority is configured or it did not respond.
             */
            timestampedAt: string | null;
        };
        /** @enum {string} */
        EvidencePackageFormat: "PDF" | "JSON";
        EvidencePackageList: {
            data: components["schemas"]["EvidencePackageListItem"][];
            pagination: components["schemas"]["Pagination"];
        };
        EvidencePackageListItem: {
            coverage: components["schemas"]["EvidenceCoverage"] | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            dateRange: components["schemas"]["EvidenceDateRange"];
            /**
             * Format: date-time
             * @description When the file is deleted
             */
            expiresAt: string | null;
            format: components["schemas"]["EvidencePackageFormat"];
            framework: components["schemas"]["EvidenceFramework"];
            /**
             * Format: date-time
             * @description When the package became READY, which is after it was signed. A PDF's signature contains the signing time.
             */
            generatedAt: string | null;
            /** @description If `true`, `expiresAt` has passed, but the package stays READY until the legal hold that covers it is released */
            held: boolean;
            id: string;
            modelId: string;
            /** @description The model's name when the package was requested */
            modelName: string;
            /** @description Number of pages; `null` for JSON */
            pages: number | null;
            /** @description GENERATING, then READY or FAILED. After `expiresAt`, the file is deleted and the status is EXPIRED, unless a legal hold covers the package (see `held`). */
            status: components["schemas"]["EvidencePackageStatus"];
        };
        /** @enum {string} */
        EvidencePackageStatus: "GENERATING" | "READY" | "FAILED" | "EXPIRED";
        EvidencePackageVerification: {
            /** @description Whether `packageHash` matches the recorded hash and the hash of the stored file, and the signature is valid under a published key. For a PDF, the embedded signature must also be valid. The file of an expired package is deleted, so only its hash and signature are checked. */
            authentic: boolean;
            /** @description Whether the content is unchanged since the package was issued: either `authentic` is `true`, or `canonicalHash` shows that only the formatting has changed */
            contentIntact: boolean;
            dateRange: {
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                to: string;
            };
            /**
             * @description The first check that failed
             * @enum {string|null}
             */
            failedCheck: "hash_mismatch" | "file_missing" | "file_changed" | "key_unknown" | "signature_invalid" | "pdf_signature_invalid" | null;
            /** @description Whether the stored file was checked. `false` for an expired package, because its file has been deleted. */
            fileChecked: boolean;
            /** @description `framework`, `modelId` and `dateRange` are read from the signed file. If the file is missing or was changed, they are read from the audit chain. */
            framework: components["schemas"]["EvidenceFramework"];
            /**
             * Format: date-time
             * @description When the package became READY, as recorded on the audit chain
             */
            generatedAt: string;
            keyId: string;
            /** @description The result in plain text */
            message: string;
            modelId: string;
            packageId: string;
            signedBy: string;
            /**
             * @description The verdict, with the same values as in the verifiers. `outdated`: a later version of the service wrote the package, so only hashes and signatures were checked. `unknown_signer`: a signing key is not published here. `tampered`: a check failed. `unusable`: the stored file is missing.
             * @enum {string}
             */
            status: "intact" | "content_intact" | "unknown_signer" | "outdated" | "tampered" | "unusable";
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            verifiedAt: string;
        };
        EvidencePreview: {
            /** @description Estimated time until the package is ready: the wait until generation starts, plus the generation time (5 seconds plus 1 second per 2,500 events, at most 600 seconds). The service generates up to two packages at a time for each organisation. The wait is estimated from the number of packages ahead and the median duration of your last 20 packages */
            estimatedCompletionSeconds: number;
            /** @description Number of your organisation's packages that were requested earlier and are not finished */
            packagesAhead: number;
            /** @description All sections of the framework, in the order in which a package lists them */
            sections: {
                /** @description Number of events whose type supports the section */
                events: number;
                id: string;
                reference: string;
                /** @description Number of these events whose type can be strong evidence */
                strongEvents: number;
                summary: string;
                title: string;
            }[];
            /** @description Number of the model's events in the period */
            totalEvents: number;
        };
        /** @description A package that is ready to download. */
        EvidenceReadyData: {
            dateRange: {
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                to: string;
            };
            /** @description Requires no API key. Valid until `downloadUrlExpiresAt`. */
            downloadUrl: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            downloadUrlExpiresAt: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string;
            /** @enum {string} */
            format: "PDF" | "JSON";
            /** @enum {string} */
            framework: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001";
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            generatedAt: string;
            id: string;
            modelId: string;
            modelName: string;
            packageHash: string;
            packageSignature: string;
            /** @description Number of pages; `null` for JSON */
            pages: number | null;
            /** @constant */
            status: "READY";
            summary: {
                alerts: number;
                chainIntact: boolean;
                configChanges: number;
                deployments: number;
                humanReviews: number;
                inferences: number;
                integrity?: {
                    period: string[];
                    sentence: string;
                    /** @enum {string} */
                    status: "INTACT" | "NOT_INTACT" | "NOT_VERIFIED";
                };
                recordedLate?: number;
                totalEvents: number;
            };
        };
        EvidenceReadyEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["EvidenceReadyData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "evidence.ready";
        };
        EvidenceSummary: {
            alerts: number;
            /** @description `true` only if the content and the links of events were verified over the period, for all models, and no check failed. `integrity.status` distinguishes a failed verification from one that did not run. */
            chainIntact: boolean;
            configChanges: number;
            deployments: number;
            humanReviews: number;
            inferences: number;
            integrity?: {
                period: string[];
                sentence: string;
                /** @enum {string} */
                status: "INTACT" | "NOT_INTACT" | "NOT_VERIFIED";
            };
            recordedLate?: number;
            /** @description Number of events in the period, including withheld events */
            totalEvents: number;
        };
        ExceptionRequest: {
            /** @description Up to 50 credential changes. Changes that someone other than the account holder made are listed first. For a pending request: changes in the last 30 days to the accounts of all possible approvers. For a decided request: changes to the account that decided on the request, in the 30 days before the decision. */
            approverChanges: components["schemas"]["CredentialChange"][];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the request was approved, rejected or withdrawn
             */
            decidedAt: string | null;
            /** @description The member (e-mail address) or API key (name) that decided on the request. This is never the requester. */
            decidedBy: string | null;
            decisionNote: string | null;
            /** @description Current state of the detection */
            detection: {
                aiProvider: string;
                departmentHint: string | null;
                endpoint: string;
                severity: components["schemas"]["Severity"];
                status: components["schemas"]["ShadowAiStatus"];
            };
            detectionId: string;
            /**
             * Format: date-time
             * @description Requested end of the exception
             */
            expiresAt: string;
            id: string;
            justification: string;
            /** @description E-mail address of the requester */
            requestedBy: string;
            status: components["schemas"]["ExceptionRequestStatus"];
        };
        ExceptionRequestList: {
            data: components["schemas"]["ExceptionRequest"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @enum {string} */
        ExceptionRequestStatus: "PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN";
        /** @description Why records were rejected, by reason */
        ExportLogsServiceResponse: {
            partialSuccess?: {
                errorMessage: string;
                /** @description A 64-bit integer */
                rejectedLogRecords: string;
            };
        };
        /** @description Why records were rejected, by reason */
        ExportTraceServiceResponse: {
            partialSuccess?: {
                errorMessage: string;
                /** @description A 64-bit integer */
                rejectedSpans: string;
            };
        };
        FindingResolution: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            decidedAt: string | null;
            decidedBy: string | null;
            /** @description The audit event that records the decision */
            decidedEventId: string | null;
            reason: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            reopenedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            requestedAt: string;
            requestedBy: string;
            /** @description The audit event that records the request */
            requestedEventId: string;
            /**
             * @description REOPENED: the finding was resolved, but a later verification found the same problem again
             * @enum {string}
             */
            status: "REQUESTED" | "RESOLVED" | "REJECTED" | "REOPENED";
        };
        /** @enum {string} */
        FindingStatus: "OPEN" | "RESOLUTION_REQUESTED" | "RESOLVED";
        GeneratedEvidencePackage: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            dateRange: components["schemas"]["EvidenceDateRange"];
            /** @description Estimated time until the package is ready: the wait until generation starts, plus the generation time (5 seconds plus 1 second per 2,500 events, at most 600 seconds). The service generates up to two packages at a time for each organisation. The wait is estimated from the number of packages ahead and the median duration of your last 20 packages */
            estimatedCompletionSeconds: number;
            framework: components["schemas"]["EvidenceFramework"];
            id: string;
            modelId: string;
            /** @description Number of your organisation's packages that were requested earlier and are not finished */
            packagesAhead: number;
            /** @constant */
            status: "GENERATING";
        };
        GenerateEvidence: {
            /** @description The period of the package, up to 10 years. The package covers the events whose `timestamp` is in this period. */
            dateRange: {
                /**
                 * Format: date-time
                 * @description Start of the period, inclusive
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description End of the period, inclusive
                 */
                to: string;
            };
            /**
             * @default PDF
             * @enum {string}
             */
            format?: "PDF" | "JSON";
            /**
             * @description The framework that the package follows. FCA_SS1_23 is the PRA's supervisory statement SS1/23; PRA_SS1_23 is accepted as an alias.
             * @enum {string}
             */
            framework: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001" | "PRA_SS1_23";
            /**
             * @description Whether the package includes the proof that links its events to a signed checkpoint of the chain
             * @default true
             */
            includeChainProof?: boolean;
            /**
             * @description If `false`, HUMAN_REVIEW events are counted but not listed
             * @default true
             */
            includeHumanOversight?: boolean;
            /** @description A registered model, archived or not */
            modelId: string;
            /** @description Internal notes. Not included in the file or in webhook events. */
            notes?: string;
            /** @description Printed on the cover page */
            recipientName?: string;
            /** @description Sections of the framework to include, without duplicates. Defaults to all sections. FCA_SS1_23: MODEL_IDENTIFICATION_CLASSIFICATION, GOVERNANCE, DEVELOPMENT_IMPLEMENTATION_USE, INDEPENDENT_VALIDATION, MODEL_RISK_MITIGANTS; EU_AI_ACT_ANNEX_IV: TECHNICAL_DOCUMENTATION, RISK_MANAGEMENT, DATA_GOVERNANCE, HUMAN_OVERSIGHT, POST_MARKET_MONITORING; ISO_42001: LEADERSHIP_POLICY_ROLES, RISK_AND_IMPACT_ASSESSMENT, RESOURCES, AI_SYSTEM_LIFE_CYCLE, DATA_FOR_AI_SYSTEMS, INFORMATION_FOR_INTERESTED_PARTIES, RESPONSIBLE_USE, THIRD_PARTY_RELATIONSHIPS, PERFORMANCE_EVALUATION_IMPROVEMENT */
            sections?: string[];
        };
        HostExplanation: {
            host: string;
            /** @description `null` if the host is not in the catalogue */
            match: {
                entry: components["schemas"]["CatalogueEntry"];
                /** @description Whether an override excludes the host from detection */
                ignored: boolean;
                /** @enum {string} */
                rule: "exact" | "wildcard" | "pattern" | "override";
                why: string;
            } | null;
            /** @description Catalogue version, with a digest of the organisation's overrides if there are any */
            version: string;
        };
        ImportReport: {
            /** @description Number of records accepted, whether or not they are relevant */
            accepted: number;
            /** @description Number of accepted records about known or possible AI services. The others are about other hosts. */
            counted: number;
            /** @description Number of duplicates: records that were already received, so they are not counted again */
            duplicates: number;
            /** @description Rejection reasons, each with the line numbers of the first lines rejected for that reason. Log content is never quoted. */
            errors: {
                line: number;
                message: string;
            }[];
            format: components["schemas"]["LogFormat"] | null;
            importId: string;
            /** @description Number of lines read */
            lines: number;
            /** @description Number of lines that could not be parsed, plus the number of records that are too old or in the future */
            rejected: number;
            /** @description Lines that were read but produced no separate record, by reason. For example, the line belongs to another type of log or was merged with another line about the same connection. */
            skipped: {
                lines: number;
                reason: components["schemas"]["SkipReason"];
            }[];
            /** @description Set if the log's format was recognised, but no line produced a record */
            warning: string | null;
        };
        InclusionProof: {
            /** @description The checkpoint of exactly this size; `null` if no checkpoint has this size */
            checkpoint: components["schemas"]["Checkpoint"] | null;
            /** @description Cosignatures of that checkpoint by the configured witnesses */
            cosignatures: components["schemas"]["Cosignature"][];
            eventId: string;
            /** @description The audit path, from the leaf up */
            hashes: string[];
            /** @description SHA-256 of 0x00 and the 32 raw bytes of the event's `blockHash` */
            leafHash: string;
            /** @description `chainPosition` minus 1 */
            leafIndex: number;
            /** @description Timestamps of that checkpoint */
            timestamps: components["schemas"]["CheckpointTimestamp"][];
            treeSize: number;
        };
        InspectInvitation: {
            /** @description The part of the e-mailed link after `#token=` */
            token: string;
        };
        Integration: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            defaultModelId: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            disconnectedAt: string | null;
            enabled: boolean;
            figures: components["schemas"]["IntegrationFigures"];
            id: string;
            kind: components["schemas"]["IntegrationKind"];
            /**
             * Format: date-time
             * @description When the last new delivery was received. Repeated deliveries are not included.
             */
            lastSeenAt: string | null;
            models: {
                match: string;
                modelId: string;
            }[];
            name: string;
            /**
             * Format: date-time
             * @description When the previous secret expires or expired
             */
            previousSecretExpiresAt: string | null;
            /**
             * Format: uri
             * @description The URL for the product's webhooks. It starts with the configured PUBLIC_URL.
             */
            receiverUrl: string;
            silentAfterHours: number | null;
            /**
             * @description WAITING until the first delivery; DISCONNECTED after `silentAfterHours` without a delivery, until the next delivery
             * @enum {string}
             */
            status: "WAITING" | "CONNECTED" | "DISCONNECTED" | "DISABLED";
            /**
             * Format: date-time
             * @description When the settings last changed
             */
            updatedAt: string;
        };
        IntegrationDelivery: {
            /** @description The product's ID for the delivery */
            deliveryId: string;
            /** @description The recorded event, if any */
            eventId: string | null;
            /** @description The model of the event, if any */
            modelId: string | null;
            /**
             * @description Why the delivery was ignored. no_event: this type of delivery is not recorded. no_model: no model rule matched and there was no default model. `null` if it was recorded, or received before reasons were stored.
             * @enum {string|null}
             */
            reason: "no_event" | "no_model" | null;
            /**
             * Format: date-time
             * @description When the delivery was first received
             */
            receivedAt: string;
            /**
             * @description recorded: an event was appended. ignored: the delivery is valid but was not recorded.
             * @enum {string}
             */
            result: "recorded" | "ignored";
            /** @description The type of delivery, as named by the product */
            topic: string;
        };
        IntegrationDeliveryList: {
            data: components["schemas"]["IntegrationDelivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        IntegrationDeliveryReceipt: {
            /** @description The event recorded from this delivery, if any */
            eventId: string | null;
            /**
             * @description Why the delivery was ignored. no_event: this type of delivery is not recorded. no_model: no model rule matches and there is no default model.
             * @enum {string}
             */
            reason?: "no_event" | "no_model";
            /**
             * @description recorded: an event was appended. duplicate: this delivery was received before. ignored: the delivery is valid but not recorded.
             * @enum {string}
             */
            result: "recorded" | "duplicate" | "ignored";
        };
        /** @description The integration that was disconnected. */
        IntegrationDisconnectedData: {
            id: string;
            /**
             * Format: date-time
             * @description `null` if no delivery was ever received
             */
            lastSeenAt: string | null;
            name: string;
            reason: string;
            /** @description GITHUB, JIRA or MLFLOW. More values may be added. */
            source: string;
        };
        IntegrationDisconnectedEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["IntegrationDisconnectedData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "integration.disconnected";
        };
        /** @description Repeated deliveries count once. Not covered by the `ETag`. */
        IntegrationFigures: {
            /** @description Number of valid deliveries that were not recorded */
            ignored: number;
            /** @description Number of deliveries recorded as events */
            recorded: number;
        };
        /**
         * @description The product. It is the `source` of the recorded events.
         * @enum {string}
         */
        IntegrationKind: "GITHUB" | "JIRA" | "MLFLOW";
        IntegrationList: {
            data: components["schemas"]["Integration"][];
            pagination: components["schemas"]["Pagination"];
        };
        IntegrityFinding: {
            chainPosition: number;
            code: string;
            computedHash: string;
            /**
             * Format: date-time
             * @description When the inconsistency was first found
             */
            detectedAt: string;
            /** @description `null` if there is no event */
            eventId: string | null;
            id: string;
            /** @description Requests to resolve the finding, newest first */
            resolutions: components["schemas"]["FindingResolution"][];
            status: components["schemas"]["FindingStatus"];
            storedHash: string;
        };
        IntegrityFindingList: {
            data: components["schemas"]["IntegrityFinding"][];
            pagination: components["schemas"]["Pagination"];
        };
        Invitation: {
            email: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string;
            name: string;
            organisationName: string;
            role: components["schemas"]["Role"];
        };
        InviteMember: {
            /**
             * Format: date-time
             * @description When access ends, for example at the end of an audit engagement. If `null`, access does not expire.
             */
            accessExpiresAt?: string | null;
            /** Format: email */
            email: string;
            name: string;
            role: components["schemas"]["Role"];
        };
        /**
         * @description The legal basis for the erasure
         * @enum {string}
         */
        LegalBasis: "GDPR_ART_17" | "UK_GDPR_ART_17" | "COURT_ORDER" | "REGULATOR_ORDER" | "CONTRACTUAL_OBLIGATION" | "OTHER";
        LegalHold: {
            active: boolean;
            /** @description If `null`, the hold covers all past and future periods */
            dateRange: {
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                to: string;
            } | null;
            id: string;
            /** @description An empty list means all models */
            modelIds: string[];
            name: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            placedAt: string;
            /** @description The audit event that records the hold and who placed it */
            placedBy: string;
            reason: string;
            reference: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            releasedAt: string | null;
            /** @description The audit event that records the release */
            releasedBy: string | null;
            releaseReason: string | null;
        };
        LegalHoldList: {
            data: components["schemas"]["LegalHold"][];
            pagination: components["schemas"]["Pagination"];
        };
        LinkedTicket: {
            key: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            linkedAt: string;
            status: string;
            system: string;
            title: string;
            url: string;
        };
        /** @enum {string} */
        LogFormat: "ndjson" | "zeek" | "squid" | "combined" | "suricata" | "csv" | "key-value" | "cef" | "dnsmasq" | "bind" | "unbound" | "route53" | "zscaler" | "palo-alto" | "cloudflare-gateway" | "aws-vpc-flow" | "otel" | "w3c" | "leef" | "netskope" | "umbrella" | "microsoft" | "azure" | "gcp" | "cloudtrail" | "coredns" | "haproxy" | "envoy" | "meraki" | "iptables" | "ecs" | "ocsf" | "wrapped";
        LogImport: {
            /** @description Number of records accepted, whether or not they are relevant */
            accepted: number;
            /** @description Size after decompression, in bytes */
            bytesRead: number;
            /** @description Number of accepted records about known or possible AI services. The others are about other hosts. */
            counted: number;
            /** @description Number of duplicates: records that were already received, so they are not counted again */
            duplicates: number;
            /** @description Rejection reasons, each with the line numbers of the first lines rejected for that reason. Log content is never quoted. */
            errors: {
                line: number;
                message: string;
            }[];
            failureReason: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            firstRecordAt: string | null;
            format: components["schemas"]["LogFormat"] | null;
            id: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastRecordAt: string | null;
            /** @description Number of lines read */
            lines: number;
            /** @description Number of lines that could not be parsed, plus the number of records that are too old or in the future */
            rejected: number;
            /** @description `null` for imports made before the service counted skipped lines */
            skipped: {
                lines: number;
                reason: components["schemas"]["SkipReason"];
            }[] | null;
            source: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            startedAt: string;
            /** @enum {string} */
            status: "RUNNING" | "DONE" | "FAILED";
            /**
             * @description How the log was received
             * @enum {string}
             */
            via: "API" | "COMMAND_LINE" | "FOLDER" | "DASHBOARD";
            /** @description Set if the log's format was recognised, but no line produced a record */
            warning: string | null;
        };
        LogImportList: {
            data: components["schemas"]["LogImport"][];
            pagination: components["schemas"]["Pagination"];
        };
        LogPreview: {
            /** @description Rejection reasons, each with the line numbers of the first lines rejected for that reason. Log content is never quoted. */
            errors: {
                line: number;
                message: string;
            }[];
            format: components["schemas"]["LogFormat"] | null;
            /** @description Number of lines read */
            lines: number;
            /** @description The first records, masked as in an import */
            records: {
                /** @enum {string} */
                action: "ALLOWED" | "BLOCKED" | "UNKNOWN";
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                at: string;
                /** @description Bytes to the client */
                bytesIn: number | null;
                /** @description Bytes from the client */
                bytesOut: number | null;
                /** @description The client's masked address */
                client: string | null;
                department: string | null;
                host: string | null;
                method: string | null;
                path: string | null;
                port: number | null;
                /** @enum {string} */
                vantage: "NETWORK_TRAFFIC" | "DNS" | "PROXY";
            }[];
            /** @description Number of lines that could not be parsed */
            rejected: number;
            /** @description Number of valid lines that produced no separate record */
            skipped: number;
        };
        LogSource: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /** @description Rejected lines as a share of all lines */
            errorRate: number;
            /** @description The format of the source's last import */
            format: components["schemas"]["LogFormat"] | null;
            id: string;
            /** @description Seconds since `lastRecordAt`. A high value can mean that logs are missing, not only that there was no traffic. */
            lagSeconds: number | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastImportAt: string | null;
            /**
             * Format: date-time
             * @description The time of the newest record
             */
            lastRecordAt: string | null;
            name: string;
            /** @description Number of records accepted across all imports of this source */
            records: number;
            rejected: number;
            /**
             * @description How the log was received
             * @enum {string}
             */
            via: "API" | "COMMAND_LINE" | "FOLDER" | "DASHBOARD";
            /** @description Set if the log format of the last complete import was recognised, but no line produced a record */
            warning: string | null;
        };
        LogSourceList: {
            data: components["schemas"]["LogSource"][];
            pagination: components["schemas"]["Pagination"];
        };
        Mail: {
            /** @description Number of delivery attempts */
            attempts: number;
            /** @description Tokens in invitation and password reset links are replaced by `[hidden]` */
            body: {
                html: string;
                text: string;
            };
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /** @description Why the last attempt failed */
            error: string | null;
            id: string;
            recipient: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            sentAt: string | null;
            status: components["schemas"]["MailStatus"];
            subject: string;
            /** @description The kind of e-mail */
            template: string;
        };
        MailList: {
            data: components["schemas"]["MailSummary"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description `STORED`: not sent, because no SMTP server is configured
         * @enum {string}
         */
        MailStatus: "QUEUED" | "SENT" | "STORED" | "FAILED";
        MailSummary: {
            /** @description Number of delivery attempts */
            attempts: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /** @description Why the last attempt failed */
            error: string | null;
            id: string;
            recipient: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            sentAt: string | null;
            status: components["schemas"]["MailStatus"];
            subject: string;
            /** @description The kind of e-mail */
            template: string;
        };
        Member: {
            /**
             * Format: date-time
             * @description When access ends. If `null`, access does not expire.
             */
            accessExpiresAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            email: string;
            id: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastSignInAt: string | null;
            name: string;
            role: components["schemas"]["Role"];
            /** @description Whether two-factor authentication is enabled */
            secondFactor: boolean;
            signsInWith: components["schemas"]["SignInMethod"][];
            status: components["schemas"]["MemberStatus"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        MemberList: {
            data: components["schemas"]["Member"][];
            pagination: components["schemas"]["Pagination"];
        };
        MemberSession: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /** @description Whether this is the session that sent the request */
            current: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            expiresAt: string;
            id: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastSeenAt: string;
            method: components["schemas"]["SignInMethod"];
            /** @description Masked network address */
            network: string;
            /** @description Whether 2FA was used */
            secondFactor: boolean;
            userAgent: string;
        };
        MemberSessionList: {
            data: components["schemas"]["MemberSession"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description `EXPIRED`: access ended at `accessExpiresAt`
         * @enum {string}
         */
        MemberStatus: "INVITED" | "ACTIVE" | "DISABLED" | "EXPIRED";
        Model: {
            allowedEndpoints: components["schemas"]["AllowedEndpoint"][];
            /** @description Archived models reject new events */
            archived: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            description: string | null;
            id: string;
            name: string;
            organisationId: string;
            ownerEmail: string | null;
            provider: string | null;
            riskTier: components["schemas"]["RiskTier"] | null;
            /** @description Whether this is the organisation's system model, for events without a registered model. It cannot be updated. */
            system: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
            version: string | null;
        };
        ModelList: {
            data: components["schemas"]["Model"][];
            pagination: components["schemas"]["Pagination"];
        };
        ModelRegisteredEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["Model"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "model.registered";
        };
        /** @description A connection or request. One of `host`, `url`, `address` and `ai.provider` is required. */
        Observation: {
            /** @enum {string|null} */
            action?: "ALLOWED" | "BLOCKED" | "UNKNOWN" | null;
            /** @description Address of the server, if its name is unknown */
            address?: string | null;
            /** @description Data that an application reports about its call to a model */
            ai?: {
                inputTokens?: number | null;
                model?: string | null;
                operation?: string | null;
                outputTokens?: number | null;
                provider?: string | null;
            } | null;
            /** @description RFC 3339 date-time, or Unix time in seconds, milliseconds, microseconds or nanoseconds */
            at: string | number;
            /** @description Bytes to the client */
            bytesIn?: number | null;
            /** @description Bytes from the client */
            bytesOut?: number | null;
            /** @description Number of requests or connections that the line represents; defaults to 1 */
            calls?: number | null;
            /** @description Address of the client */
            client?: string | null;
            department?: string | null;
            durationMs?: number | null;
            /** @description Name or address of the server */
            host?: string | null;
            method?: string | null;
            packetsIn?: number | null;
            packetsOut?: number | null;
            port?: number | null;
            status?: number | null;
            /** @description JA4 or JA3 of the client */
            tlsFingerprint?: string | null;
            /** @enum {string|null} */
            transport?: "TCP" | "UDP" | null;
            /** @description Absolute URL, or a path */
            url?: string | null;
            userAgent?: string | null;
            /**
             * @description The type of log that the record comes from
             * @enum {string|null}
             */
            vantage?: "NETWORK_TRAFFIC" | "DNS" | "PROXY" | null;
        };
        OrganisationDetail: {
            /** @description Whether detections can be assigned to active members only. If `true`, requests that assign any other e-mail address return 422 `not_a_member`. */
            assignToMembersOnly: boolean;
            /** @description Whether `POST /v1/audit/{id}/erasure` can erase the content of audit events. If `false`, it returns 409 `erasure_disabled`. */
            contentErasure: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            evidenceRetentionDays: number;
            id: string;
            /** @description All endpoint classes, including unused ones. This request uses one unit of `other.read`. */
            limits: {
                /** @description Requests in the same class share a limit */
                endpointClass: string;
                /** @description Maximum number of units per minute */
                limit: number;
                /**
                 * Format: date-time
                 * @description When the current minute ends
                 */
                resetsAt: string;
                /** @description Number of units used in the current minute */
                used: number;
            }[];
            livemode: boolean;
            /** @description `null`: kept indefinitely */
            mailRetentionDays: number | null;
            name: string;
            observationRetentionDays: number;
            ownerEmail: string | null;
            reportRetentionDays: number;
            /** @enum {string} */
            tier: "STARTER" | "PROFESSIONAL" | "ENTERPRISE" | "FOUNDING_PARTNER";
            /** @description `null`: kept indefinitely */
            webhookRetentionDays: number | null;
        };
        Overview: {
            /** @description Up to 20 changes in the last 7 days: role changes, new approvers and administrators, and resets. Changes made by other accounts are listed first. `null` if the caller does not have the permission `members:read` */
            accountChanges: components["schemas"]["CredentialChange"][] | null;
            chain: {
                /** @description The finding at the lowest chain position */
                firstBreak: {
                    chainPosition: number;
                    code: string;
                    /** @description `null` if the event is missing */
                    eventId: string | null;
                } | null;
                /** @description Position of the last event; 0 if the chain is empty */
                headPosition: number;
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                lastCheckpointAt: string | null;
                openFindings: number;
                /**
                 * @description INTACT: a verification of the whole chain passed within the last 26 hours. BROKEN: the chain is inconsistent. NOT_CHECKED: the chain has not been verified yet. UNABLE: the last verification did not finish, could not verify everything, or is more than 26 hours old.
                 * @enum {string}
                 */
                state: "INTACT" | "BROKEN" | "NOT_CHECKED" | "UNABLE";
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                verifiedAt: string | null;
                /** @description The last position covered by the most recent successful verification */
                verifiedTo: number | null;
            };
            /** @description Setup steps for a new organisation */
            checklist: {
                hasModel: boolean;
                hasPackage: boolean;
                hasSource: boolean;
            };
            /** @description `null` if the caller does not have the permission `shadow_ai:read` */
            detections: {
                investigating: number;
                new7d: number;
                new24h: number;
                open: number;
                /** @description Number of new detections in the seven days before the `new7d` period */
                previous7d: number;
                /** @description Unresolved detections, most severe first, then oldest first */
                top: components["schemas"]["ShadowAiDetection"][];
            } | null;
            events: {
                last24h: number;
                /** @description 30 days (UTC) by `recordedAt`, ending with today */
                perDay: {
                    count: number;
                    /** Format: date */
                    date: string;
                }[];
                /** @description Number of events in the 24 hours before the `last24h` period */
                previous24h: number;
            };
            /** @description `null` if the caller does not have the permission `evidence:read` */
            evidence: {
                /** @description All frameworks, including those without a package */
                frameworks: {
                    coverage: {
                        /** @description Number of requirements that are fully or partially supported by events */
                        covered: number;
                        /** @description The coverage in one line, as stated in the package */
                        headline: string;
                        total: number;
                    } | null;
                    framework: components["schemas"]["EvidenceFramework"];
                    /**
                     * Format: date-time
                     * @description UTC with milliseconds
                     */
                    generatedAt: string | null;
                    modelId: string | null;
                    modelName: string | null;
                    /** @description The latest READY package */
                    packageId: string | null;
                }[];
                generating: number;
            } | null;
            /** @description Enabled webhook endpoints whose latest attempts all failed. `null` if the caller does not have the permission `webhooks:read` */
            failingEndpoints: {
                health: components["schemas"]["WebhookEndpointHealth"];
                id: string;
                url: string;
            }[] | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            generatedAt: string;
            /** @description `null` if the caller does not have the permission `shadow_ai:read` */
            queue: {
                /** @description Number of unresolved detections assigned to the caller; 0 for an API key */
                assignedToMe: number;
                dueThisWeek: number;
                /** @description Number of pending exception requests */
                exceptionRequests: number;
                exceptionsEnding14d: number;
                overdue: number;
            } | null;
            /** @description `null` if the caller does not have the permission `shadow_ai:read` */
            sensors: {
                /** @description Total number of silent sources */
                silent: number;
                /** @description Sorted by the time since data was last received, longest first */
                sources: {
                    errorRate: number;
                    id: string;
                    lagSeconds: number | null;
                    /**
                     * Format: date-time
                     * @description UTC with milliseconds
                     */
                    lastRecordAt: string | null;
                    name: string;
                    /** @description Sources without a record in the last 24 hours */
                    silent: boolean;
                }[];
            } | null;
            /** @description `null` if the caller does not have the permission `shadow_ai:read` */
            trends: {
                /** @description Unresolved detections by age in days (UTC), most severe first */
                ageing: {
                    over90d: number;
                    severity: components["schemas"]["Severity"];
                    upTo7d: number;
                    upTo30d: number;
                    upTo90d: number;
                }[];
                /** @description Median time from detection or reopening to the decision, based on the latest decisions in the last 90 days (at most 1,000) */
                medianDecisionHours: number | null;
                /** @description Providers with unresolved detections, most calls first */
                providers: {
                    callVolume: number;
                    /** @description Estimated cost, normalised to 30 days */
                    costUSD: number;
                    detections: number;
                    name: string;
                }[];
                /** @description The last twelve weeks, including the current week */
                weekly: {
                    closed: number;
                    opened: number;
                    /**
                     * Format: date
                     * @description Monday of the week, UTC
                     */
                    week: string;
                }[];
            } | null;
        };
        Pagination: {
            hasMore: boolean;
            limit: number;
            nextCursor?: string;
            /** @description Number of items before this page */
            offset: number;
            total: number;
        };
        PlaceLegalHold: {
            /** @description The period that the hold covers, inclusive. Defaults to all past and future periods. */
            dateRange?: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            /** @description The models that the hold covers. Defaults to all current and future models. */
            modelIds?: string[];
            /** @description The case name. It is stored permanently on the audit chain, so don't include personal data. */
            name: string;
            /** @description Visible to the organisation only: not stored on the audit chain */
            reason: string;
            /** @description Your case reference. It is stored permanently on the audit chain. */
            reference?: string;
        };
        PreviewAlertRule: {
            /**
             * @description How long further alerts are suppressed: per model, or for the whole organisation if the rule counts across the organisation
             * @default 60
             */
            cooldownMinutes?: number;
            /**
             * Format: date-time
             * @description Start of the range, by time of receipt: up to 31 days before `to`. Defaults to 7 days before `to`.
             */
            from?: string;
            rule: components["schemas"]["AlertRule"];
            /**
             * Format: date-time
             * @description End of the range, by time of receipt. Defaults to now.
             */
            to?: string;
        };
        PreviewedAlert: {
            chainPosition: number;
            eventId: string;
            message: string;
            modelId: string;
            observed: number | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            recordedAt: string;
            threshold: number | null;
        };
        /** @description A public key as a JSON Web Key. `kty` is its type. */
        PublicJwk: components["schemas"]["Ed25519Jwk"] | components["schemas"]["RsaJwk"];
        PublicKeySet: {
            keys: components["schemas"]["PublicJwk"][];
        };
        PublicPackageVerification: {
            /** @description For a package: whether the signature is valid and, while the file is kept, the stored file still has this hash. The result is reused for up to a minute. For a report: whether the audit chain records this hash; the signature is in the PDF. */
            authentic: boolean;
            /** @description Whether the stored file was checked. `false` for an expired package, because its file has been deleted. `false` for a report. */
            fileChecked: boolean;
            format: components["schemas"]["EvidencePackageFormat"];
            /** @description `null` for a report */
            framework: components["schemas"]["EvidenceFramework"] | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            generatedAt: string;
            keyId: string;
            message: string;
            /** @description `null` if the file is a report */
            packageId: string | null;
            /** @description `null` for a report */
            packageSignature: string | null;
            /** @description `null` if the file is a package */
            reportId: string | null;
            signedBy: string;
            /**
             * @description The verdict, with the same values as in the verifiers. `outdated`: a later version of the service wrote the package, so only hashes and signatures were checked. `unknown_signer`: a signing key is not published here. `tampered`: a check failed. `unusable`: the stored file is missing.
             * @enum {string}
             */
            status: "intact" | "content_intact" | "unknown_signer" | "outdated" | "tampered" | "unusable";
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            verifiedAt: string;
        };
        PublishedCheckpoint: {
            /** @description Verified cosignatures of the configured witnesses */
            cosignatures: components["schemas"]["Cosignature"][];
            /** @description `blockHash` of the event at that position */
            headHash: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            issuedAt: string;
            /** @description The signing key, as listed by `GET /v1/verify/keys` */
            keyId: string;
            /** @description The verifier key (vkey) of the signed note, for configuring a witness. It changes with the signing key. */
            noteKey: string;
            organisationId: string;
            previousCheckpointHash: string;
            /** @description The RFC 6962 tree hash over the raw bytes of every `blockHash` up to that position */
            rootHash: string;
            /** @description Base64-encoded Ed25519 signature of the canonical JSON */
            signature: string;
            /** @description Number of events covered, which equals the position of the last covered event */
            size: number;
            /** @description Verified timestamps of the configured authority */
            timestamps: components["schemas"]["CheckpointTimestamp"][];
        };
        /** @description Save this receipt. To verify later that the chain still contains this event, send it as `expectedHead` to `POST /v1/audit/verify-chain`. */
        Receipt: {
            blockHash: string;
            chainPosition: number;
            organisationId: string;
        };
        RecoverWebhookDeliveries: {
            /**
             * @description If `true`, only counts the deliveries
             * @default false
             */
            dryRun?: boolean;
            /**
             * Format: date-time
             * @description Start of the range, inclusive, up to 30 days ago
             */
            since: string;
            /**
             * Format: date-time
             * @description End of the range, inclusive. Defaults to now.
             */
            until?: string;
        };
        RecoveryCodes: {
            /** @description Ten single-use codes. They are returned only in this response. */
            recoveryCodes: string[];
        };
        RegisterModel: {
            /** @description The model's hosts. Use of these hosts is not treated as shadow AI. */
            allowedEndpoints?: {
                /** @description Departments that can use the host. Defaults to all. */
                departments?: string[];
                /** @description A host name, or `*.` followed by a domain for all its subdomains */
                host: string;
                /** @description IP ranges that can use the host, in CIDR notation. Defaults to all. */
                ipRanges?: (string)[];
            }[];
            description?: string;
            name: string;
            /** Format: email */
            ownerEmail?: string;
            provider?: string;
            riskTier?: components["schemas"]["RiskTier"];
            version?: string;
        };
        ReleaseLegalHold: {
            /** @description Why the hold is no longer needed */
            reason: string;
        };
        Report: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            dateRange: {
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                to: string;
            };
            /** @description Requires no API key. Each response contains a new URL. `null` unless the report is READY. */
            downloadUrl: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            downloadUrlExpiresAt: string | null;
            /**
             * Format: date-time
             * @description When the report will be deleted under the organisation's current retention setting (`reportRetentionDays`)
             */
            expiresAt: string;
            /** @description Why the generation failed; `null` unless FAILED */
            failureReason: string | null;
            /** @description SHA-256 hash of the file's bytes */
            fileHash: string | null;
            format: components["schemas"]["ReportFormat"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            generatedAt: string | null;
            id: string;
            kind: components["schemas"]["ReportKind"];
            /** @description Number of pages; `null` unless the format is PDF */
            pages: number | null;
            progressPercent: number;
            requestedBy: {
                displayName?: string;
                id: string;
                type: string;
            };
            /** @description The schedule that generated the report; `null` if a caller requested it */
            scheduleId: string | null;
            sizeBytes: number | null;
            /** @description GENERATING, then READY or FAILED */
            status: components["schemas"]["ReportStatus"];
        };
        /**
         * @description The last complete day, week (from Monday), month or quarter before the report is due, in `timeZone`
         * @enum {string}
         */
        ReportCoveredPeriod: "PREVIOUS_DAY" | "PREVIOUS_WEEK" | "PREVIOUS_MONTH" | "PREVIOUS_QUARTER";
        ReportDocument: {
            /** @description The state of the chain when the report was generated, which links the report to the chain */
            chain: {
                checkpoint: components["schemas"]["Checkpoint"] | null;
                /** @description `blockHash` of the last included event */
                headHash: string | null;
                /** @description The number of events included in the report. Later events are not counted. */
                length: number;
                /** @description Why the report has no checkpoint */
                withoutCheckpoint: string | null;
            };
            /** @description How complete the report's data is, and whether it was verified. Absent from reports created by earlier versions. */
            data?: {
                /**
                 * Format: date-time
                 * @description The time of the organisation's earliest event; `null` if it has no events
                 */
                firstRecordAt: string | null;
                /** @description Limitations of the report's data. Empty if the period is complete and has data. */
                notices: {
                    /** @enum {string} */
                    code: "NOT_STARTED" | "NOT_OVER" | "BEFORE_FIRST_RECORD" | "EMPTY";
                    message: string;
                }[];
                /**
                 * Format: date-time
                 * @description Data received up to this time is included. If the period has not ended yet, this is also the end of the period covered.
                 */
                until: string;
                /**
                 * @description The result of verifying the period's events on the chain for this report
                 * @enum {string}
                 */
                verification: "PASSED" | "FAILED" | "NOT_VERIFIED";
            };
            figures: {
                /** @description The denominator, if the value is a percentage. If the denominator is 0, `value` is `null`. */
                denominator?: number;
                key: string;
                label: string;
                /** @description An explanation, if the label is not sufficient */
                note: string | null;
                /** @description The numerator, if the value is a percentage */
                numerator?: number;
                /** @enum {string} */
                type: "text" | "count" | "hours" | "usd" | "percent" | "time" | "day" | "month";
                /** @description `null` if there is no value */
                value: string | number | null;
            }[];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            generatedAt: string;
            id: string;
            /** @enum {string} */
            kind: "audit-activity" | "shadow-ai" | "chain-integrity";
            organisation: {
                id: string;
                name: string;
            };
            period: {
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                to: string;
            };
            /** @description The signature of the file. `null` unless the file is a PDF; absent from reports created by earlier versions. */
            signature?: {
                keyId: string;
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                signedAt?: string;
                signedBy: string;
                /**
                 * Format: date-time
                 * @description Time in the RFC 3161 timestamp of the signature. Absent if no timestamp authority is configured or it did not respond.
                 */
                timestampedAt?: string;
            } | null;
            tables: {
                /** @enum {string|null} */
                chart: "days" | "bars" | null;
                columns: {
                    key: string;
                    label: string;
                    /** @enum {string} */
                    type: "text" | "count" | "hours" | "usd" | "percent" | "time" | "day" | "month";
                }[];
                description: string;
                key: string;
                /** @description One cell per column */
                rows: (string | number | null)[][];
                title: string;
                /** @description Total number of rows. The last row of a shortened table summarises the omitted rows. */
                total: number;
            }[];
            title: string;
            /** @constant */
            version: 1;
        };
        /** @enum {string} */
        ReportFormat: "PDF" | "CSV" | "JSON";
        /** @enum {string} */
        ReportKind: "audit-activity" | "shadow-ai" | "chain-integrity";
        ReportList: {
            data: components["schemas"]["Report"][];
            pagination: components["schemas"]["Pagination"];
        };
        ReportSchedule: {
            covers: components["schemas"]["ReportCoveredPeriod"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            /** @description A cron expression with five fields, evaluated in `timeZone`. The minute must be a single number. */
            cron: string;
            enabled: boolean;
            /** @enum {string} */
            format: "PDF" | "CSV" | "JSON";
            id: string;
            /** @enum {string} */
            kind: "audit-activity" | "shadow-ai" | "chain-integrity";
            lastReportId: string | null;
            name: string;
            /**
             * Format: date-time
             * @description `null` while the schedule is paused
             */
            nextRunAt: string | null;
            /** @description The IDs of members who receive an e-mail with a link to the report's page */
            recipients: string[];
            timeZone: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        ReportScheduleList: {
            data: components["schemas"]["ReportSchedule"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @enum {string} */
        ReportStatus: "GENERATING" | "READY" | "FAILED";
        RequestException: {
            /**
             * Format: date-time
             * @description When the exception should end, at most `exceptionMaxDays` from now (see the settings). Defaults to 90 days from now, or `exceptionMaxDays` if that is lower.
             */
            expiresAt?: string;
            /** @description Why the use should be temporarily allowed. After approval, this text becomes the notes of the detection. */
            justification: string;
        };
        RequestPasswordReset: {
            /** Format: email */
            email: string;
        };
        RequestReport: {
            /** @description The period of the report, up to 2 years */
            dateRange: {
                /**
                 * Format: date-time
                 * @description Start of the period, inclusive
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description End of the period, inclusive
                 */
                to: string;
            };
            /**
             * @default PDF
             * @enum {string}
             */
            format?: "PDF" | "CSV" | "JSON";
        };
        RequestResolution: {
            /** @description Why the finding is a false positive. Visible to the organisation only; it is not part of the event on the chain. */
            reason: string;
        };
        /** @enum {string} */
        RiskTier: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /** @enum {string} */
        Role: "VIEWER" | "ANALYST" | "MODEL_OWNER" | "APPROVER" | "AUDITOR" | "ADMIN";
        RotateApiKey: {
            /**
             * @description How long the old key stays valid
             * @default 86400
             */
            overlapSeconds?: number;
        };
        RotateIntegrationSecret: {
            /**
             * @description How long deliveries signed with the previous secret are accepted
             * @default 86400
             */
            overlapSeconds?: number;
        };
        RotateStreamSecret: {
            /**
             * @description How long batches are also signed with the previous secret
             * @default 86400
             */
            overlapSeconds?: number;
        };
        RotateWebhookSecret: {
            /**
             * @description How long deliveries are also signed with the previous secret
             * @default 86400
             */
            overlapSeconds?: number;
        };
        /** @description A public key for evidence packages (RFC 7518) */
        RsaJwk: {
            /** @constant */
            alg: "RS256";
            /** @description The exponent in base64url */
            e: string;
            /** @description The `keyId` of its signatures */
            kid: string;
            /** @constant */
            kty: "RSA";
            /** @description The modulus, 512 bytes in base64url */
            n: string;
            /** @constant */
            use: "sig";
        };
        RunningVerification: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            id: string;
            progress: {
                eventsTotal: number;
                eventsVerified: number;
            };
            /** @constant */
            status: "running";
        };
        SavedView: {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            id: string;
            /** @description Whether the caller owns the view. Only the owner can update the view. */
            mine: boolean;
            name: string;
            ownerName: string;
            page: components["schemas"]["SavedViewPage"];
            query: string;
            /** @description Whether all members of the organisation can see the view */
            shared: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        SavedViewList: {
            data: components["schemas"]["SavedView"][];
        };
        /**
         * @description The path of the view's page
         * @enum {string}
         */
        SavedViewPage: "audit" | "shadow-ai" | "shadow-ai/exceptions" | "shadow-ai/sources" | "shadow-ai/catalogue" | "models" | "evidence" | "webhooks" | "webhooks/deliveries" | "settings/api-keys" | "settings/members" | "settings/mail";
        /** @enum {string} */
        Scope: "audit:read" | "audit:write" | "models:read" | "models:write" | "shadow_ai:read" | "shadow_ai:write" | "sensors:write" | "evidence:read" | "evidence:write" | "webhooks:read" | "webhooks:write" | "reports:read" | "reports:write" | "admin";
        SecondFactorSetup: {
            /** @description Content of the QR code for an authenticator app */
            otpauthUrl: string;
            /** @description The secret in Base32, for manual entry */
            secret: string;
        };
        Session: {
            member: {
                email: string;
                id: string;
                name: string;
                /** @enum {string} */
                role: "VIEWER" | "ANALYST" | "MODEL_OWNER" | "APPROVER" | "AUDITOR" | "ADMIN";
            };
            organisation: {
                id: string;
                /** @description `false` in a sandbox organisation */
                livemode: boolean;
                name: string;
                /** @enum {string} */
                tier: "STARTER" | "PROFESSIONAL" | "ENTERPRISE" | "FOUNDING_PARTNER";
            };
            /** @description The permissions of the role */
            permissions: ("audit:read" | "audit:write" | "models:read" | "models:write" | "shadow_ai:read" | "shadow_ai:write" | "sensors:write" | "evidence:read" | "evidence:write" | "webhooks:read" | "webhooks:write" | "reports:read" | "reports:write" | "admin" | "shadow_ai:triage" | "shadow_ai:resolve" | "shadow_ai:configure" | "exceptions:request" | "exceptions:approve" | "alerts:configure" | "audit:erase" | "findings:resolve" | "holds:read" | "holds:manage" | "members:read" | "organisation:read" | "integrations:read" | "account" | "views:share")[];
            /** @description `false` if no SMTP server is configured: e-mails are stored, but not sent */
            sendsMail: boolean;
            session: {
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When the session ends, regardless of activity
                 */
                expiresAt: string;
                id: string;
                /** @enum {string} */
                method: "PASSWORD" | "OPENID";
                /** @description Whether 2FA was used */
                secondFactor: boolean;
            };
        };
        /** @enum {string} */
        Severity: "INFO" | "MEDIUM" | "HIGH" | "CRITICAL";
        ShadowAiAssignees: {
            data: {
                email: string;
                name: string;
                /** @enum {string} */
                role: "VIEWER" | "ANALYST" | "MODEL_OWNER" | "APPROVER" | "AUDITOR" | "ADMIN";
            }[];
            membersOnly: boolean;
        };
        ShadowAiDetails: {
            /** @description How the service is used. One of: API, WEB, IDE, SELF_HOSTED. New values may be added. */
            accessKind: string;
            aiProvider: string;
            bytesIn: number;
            /** @description Number of bytes sent to the service */
            bytesOut: number;
            /** @description The type of AI service. One of: LLM_API, LLM_API_CLOUD, AGGREGATOR, AI_GATEWAY, ML_PLATFORM, MODEL_HUB, AI_SERVICES, EMBEDDING_API, VECTOR_DB, LLM_OPS, CHAT_APP, CONSOLE, SEARCH_APP, RESEARCH, CODING_ASSISTANT, APP_BUILDER, AGENT, WRITING, MEETING_ASSISTANT, IMAGE_GEN, VIDEO_GEN, AUDIO_GEN, SPEECH_API, SUPPORTING, SELF_HOSTED, UNKNOWN. New values may be added. */
            category: string;
            /** @description How the cost was estimated. One of: MEASURED, BYTES_ESTIMATED, CALLS_ESTIMATED, UNKNOWN. New values may be added. */
            costBasis: string;
            costHighUSD: number;
            costLowUSD: number;
            departmentHint: string | null;
            /** @description Host name of the external AI service */
            endpoint: string;
            /** @description Total number of observed calls */
            estimatedCallVolume: number;
            /** @description Total estimated cost; 0 if `costBasis` is UNKNOWN */
            estimatedCostUSD: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            firstSeenAt: string;
            /** @description Masked IP ranges, for example `10.20.30.x` */
            internalIpRanges: string[];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            lastSeenAt: string;
            /** @description Why the traffic was identified as use of an AI service */
            reasons: string[];
            /** @description Whether a registered model covers this use */
            registeredWithService: boolean;
            /** @description Products with their major version */
            userAgents: string[];
        };
        /** @description The detection as it was when the service opened or reopened it. */
        ShadowAiDetectedData: {
            /** @description E-mail address of the assignee */
            assignedTo: string | null;
            /** @description Confidence that the traffic is AI usage, from 0 to 1 */
            confidence: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            details: components["schemas"]["ShadowAiDetails"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            detectedAt: string;
            /**
             * Format: date-time
             * @description When an APPROVED_EXCEPTION ends. The detection is then reopened as OPEN.
             */
            exceptionExpiresAt: string | null;
            id: string;
            notes: string | null;
            organisationId: string;
            /** @description Why the service reopened the detection, or opened a new one for the same use: RECURRENCE, EXCEPTION_EXPIRED, EXCEPTION_BREACHED or OUTSIDE_ALLOWLIST */
            reopenedFor: string | null;
            resolution: components["schemas"]["ShadowAiResolution"] | null;
            /**
             * Format: date-time
             * @description `null` unless RESOLVED
             */
            resolvedAt: string | null;
            /** @description The registered model that covers the detected use; `null` unless `resolution` is ONBOARDED */
            resolvedModelId: string | null;
            /** @description The risk factors of the score, one sentence each */
            riskFactors: string[];
            /** @description From 0 to 100. 80 or more is CRITICAL, 60 or more HIGH, and 35 or more MEDIUM. */
            riskScore: number;
            severity: components["schemas"]["Severity"];
            source: components["schemas"]["ShadowAiSource"];
            status: components["schemas"]["ShadowAiStatus"];
            /**
             * Format: date-time
             * @description When the record last changed. New traffic also updates this time.
             */
            updatedAt: string;
        };
        ShadowAiDetectedEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["ShadowAiDetectedData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "shadow_ai.detected";
        };
        ShadowAiDetection: {
            /** @description E-mail address of the assignee */
            assignedTo: string | null;
            /** @description Whether the assignee is an active member of the organisation; `null` if unassigned */
            assigneeIsMember: boolean | null;
            /** @description Confidence that the traffic is AI usage, from 0 to 1 */
            confidence: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            details: components["schemas"]["ShadowAiDetails"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            detectedAt: string;
            /**
             * Format: date-time
             * @description Deadline for a decision: the time of detection or reopening plus the days that the settings allow for the severity (`slaDays`). `null` for RESOLVED and DISMISSED.
             */
            dueAt: string | null;
            /**
             * Format: date-time
             * @description When an APPROVED_EXCEPTION ends. The detection is then reopened as OPEN.
             */
            exceptionExpiresAt: string | null;
            id: string;
            notes: string | null;
            organisationId: string;
            /** @description Why the service reopened the detection, or opened a new one for the same use: RECURRENCE, EXCEPTION_EXPIRED, EXCEPTION_BREACHED or OUTSIDE_ALLOWLIST */
            reopenedFor: string | null;
            resolution: components["schemas"]["ShadowAiResolution"] | null;
            /**
             * Format: date-time
             * @description `null` unless RESOLVED
             */
            resolvedAt: string | null;
            /** @description The registered model that covers the detected use; `null` unless `resolution` is ONBOARDED */
            resolvedModelId: string | null;
            /** @description The risk factors of the score, one sentence each */
            riskFactors: string[];
            /** @description From 0 to 100. 80 or more is CRITICAL, 60 or more HIGH, and 35 or more MEDIUM. */
            riskScore: number;
            severity: components["schemas"]["Severity"];
            source: components["schemas"]["ShadowAiSource"];
            status: components["schemas"]["ShadowAiStatus"];
            /** @description Codes of the risk factors with the most points, highest first */
            topFactors: string[];
            /**
             * Format: date-time
             * @description When the record last changed. New traffic also updates this time.
             */
            updatedAt: string;
        };
        ShadowAiDetectionDetail: {
            /** @description Daily traffic over the last 30 days (UTC), oldest first */
            activity: {
                bytesOut: number;
                calls: number;
                /** Format: date */
                date: string;
            }[];
            /** @description E-mail address of the assignee */
            assignedTo: string | null;
            /** @description Whether the assignee is an active member of the organisation; `null` if unassigned */
            assigneeIsMember: boolean | null;
            /** @description Confidence that the traffic is AI usage, from 0 to 1 */
            confidence: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            details: components["schemas"]["ShadowAiDetails"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            detectedAt: string;
            /**
             * Format: date-time
             * @description Deadline for a decision: the time of detection or reopening plus the days that the settings allow for the severity (`slaDays`). `null` for RESOLVED and DISMISSED.
             */
            dueAt: string | null;
            /**
             * Format: date-time
             * @description When an APPROVED_EXCEPTION ends. The detection is then reopened as OPEN.
             */
            exceptionExpiresAt: string | null;
            id: string;
            notes: string | null;
            organisationId: string;
            /** @description Why the service reopened the detection, or opened a new one for the same use: RECURRENCE, EXCEPTION_EXPIRED, EXCEPTION_BREACHED or OUTSIDE_ALLOWLIST */
            reopenedFor: string | null;
            resolution: components["schemas"]["ShadowAiResolution"] | null;
            /**
             * Format: date-time
             * @description `null` unless RESOLVED
             */
            resolvedAt: string | null;
            /** @description The registered model that covers the detected use; `null` unless `resolution` is ONBOARDED */
            resolvedModelId: string | null;
            /** @description Score breakdown; `null` if the stored inputs are no longer readable */
            riskAssessment: components["schemas"]["ShadowAiRiskAssessment"] | null;
            /** @description The risk factors of the score, one sentence each */
            riskFactors: string[];
            /** @description From 0 to 100. 80 or more is CRITICAL, 60 or more HIGH, and 35 or more MEDIUM. */
            riskScore: number;
            severity: components["schemas"]["Severity"];
            source: components["schemas"]["ShadowAiSource"];
            status: components["schemas"]["ShadowAiStatus"];
            /** @description The path of the list of audit events about the detection */
            timeline: {
                auditEvents: string;
            };
            /** @description Codes of the risk factors with the most points, highest first */
            topFactors: string[];
            /**
             * Format: date-time
             * @description When the record last changed. New traffic also updates this time.
             */
            updatedAt: string;
            /** @description Whether the record matches the latest event about it on the audit chain */
            verified: boolean;
        };
        ShadowAiDetectionFilter: {
            /** @description E-mail address of the assignee; `none` for unassigned detections */
            assignedTo?: "none" | string;
            /** @enum {string} */
            category?: "LLM_API" | "LLM_API_CLOUD" | "AGGREGATOR" | "AI_GATEWAY" | "ML_PLATFORM" | "MODEL_HUB" | "AI_SERVICES" | "EMBEDDING_API" | "VECTOR_DB" | "LLM_OPS" | "CHAT_APP" | "CONSOLE" | "SEARCH_APP" | "RESEARCH" | "CODING_ASSISTANT" | "APP_BUILDER" | "AGENT" | "WRITING" | "MEETING_ASSISTANT" | "IMAGE_GEN" | "VIDEO_GEN" | "AUDIO_GEN" | "SPEECH_API" | "SUPPORTING" | "SELF_HOSTED" | "UNKNOWN";
            /** @description The department, as in `departmentHint` */
            department?: string;
            /**
             * @description overdue: past `dueAt`. week: due within seven days. any: has a `dueAt`
             * @enum {string}
             */
            due?: "overdue" | "week" | "any";
            /**
             * @description 14d: active exceptions whose `exceptionExpiresAt` is within 14 days
             * @enum {string}
             */
            exceptionEnds?: "14d";
            /**
             * @description Code of a risk factor in the score
             * @enum {string}
             */
            factor?: "UNREGISTERED_PROVIDER" | "UNREGISTERED_ENDPOINT" | "AGGREGATOR_OR_UNKNOWN_PROCESSOR" | "TRAINS_ON_INPUTS" | "NO_DPA" | "DATA_RESIDENCY_OUTSIDE_POLICY" | "LARGE_UPLOAD" | "FILE_OR_FINETUNE_ENDPOINT" | "AUTOMATED_CLIENT" | "AGENTIC_PATTERN" | "SENSITIVE_DEPARTMENT" | "MULTI_DEPARTMENT" | "HIGH_VOLUME" | "VOLUME_BURST" | "OFF_HOURS" | "LONG_LIVED_STREAMING" | "HIGH_COST" | "POLICY_BLOCKED_ATTEMPTS" | "RECURRENCE" | "EXCEPTION_BREACHED" | "DNS_ONLY" | "LOW_CONFIDENCE";
            /**
             * Format: date-time
             * @description Start of the `detectedAt` range, inclusive
             */
            from?: string;
            /** @description Minimum `confidence` */
            minConfidence?: number;
            /** @description Minimum `estimatedCostUSD` */
            minCostUSD?: number;
            /** @description Only ONBOARDED detections that this model covers */
            modelId?: string;
            /** @description The provider's name, as in `aiProvider` */
            provider?: string;
            /** @description Case-insensitive search in the endpoint and the provider name */
            q?: string;
            resolution?: components["schemas"]["ShadowAiResolution"];
            severity?: components["schemas"]["Severity"];
            source?: components["schemas"]["ShadowAiSource"];
            status?: components["schemas"]["ShadowAiStatus"];
            /**
             * Format: date-time
             * @description End of the `detectedAt` range, inclusive
             */
            to?: string;
        };
        ShadowAiDetectionList: {
            data: components["schemas"]["ShadowAiDetection"][];
            pagination: components["schemas"]["Pagination"];
            /** @description Number of detections by status, with all filters applied except `status` */
            summary: {
                dismissed: number;
                investigating: number;
                open: number;
                resolved: number;
            };
        };
        /**
         * @description ONBOARDED: a registered model covers the use. STOPPED: the use has ended. APPROVED_EXCEPTION: the use is temporarily allowed, with a justification. FALSE_POSITIVE: the traffic is not use of an AI service.
         * @enum {string}
         */
        ShadowAiResolution: "ONBOARDED" | "STOPPED" | "APPROVED_EXCEPTION" | "FALSE_POSITIVE";
        /** @description The detection with its resolution. */
        ShadowAiResolvedData: {
            /** @description E-mail address of the assignee */
            assignedTo: string | null;
            /** @description Confidence that the traffic is AI usage, from 0 to 1 */
            confidence: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            details: components["schemas"]["ShadowAiDetails"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            detectedAt: string;
            /**
             * Format: date-time
             * @description When an APPROVED_EXCEPTION ends. The detection is then reopened as OPEN.
             */
            exceptionExpiresAt: string | null;
            id: string;
            notes: string | null;
            organisationId: string;
            /** @description Why the service reopened the detection, or opened a new one for the same use: RECURRENCE, EXCEPTION_EXPIRED, EXCEPTION_BREACHED or OUTSIDE_ALLOWLIST */
            reopenedFor: string | null;
            resolution: components["schemas"]["ShadowAiResolution"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            resolvedAt: string;
            /** @description The registered model that covers the detected use; `null` unless `resolution` is ONBOARDED */
            resolvedModelId: string | null;
            /** @description The risk factors of the score, one sentence each */
            riskFactors: string[];
            /** @description From 0 to 100. 80 or more is CRITICAL, 60 or more HIGH, and 35 or more MEDIUM. */
            riskScore: number;
            severity: components["schemas"]["Severity"];
            source: components["schemas"]["ShadowAiSource"];
            /** @constant */
            status: "RESOLVED";
            /**
             * Format: date-time
             * @description When the record last changed. New traffic also updates this time.
             */
            updatedAt: string;
        };
        ShadowAiResolvedEnvelope: {
            /** @description The version of the envelope format */
            apiVersion: string;
            /** @description When the event occurred: Unix time in seconds */
            created: number;
            data: components["schemas"]["ShadowAiResolvedData"];
            /** @description The same for all attempts. Use it to detect duplicates. */
            id: string;
            /** @description `false` for test events and for all events of a sandbox organisation */
            livemode: boolean;
            organisationId: string;
            /** @constant */
            type: "shadow_ai.resolved";
        };
        ShadowAiRiskAssessment: {
            catalogueVersion: string;
            factors: {
                code: string;
                points: number;
                sentence: string;
                value: number | string;
            }[];
            /** @description The score is computed from these values only */
            inputs: {
                /** @enum {string} */
                accessKind: "API" | "WEB" | "IDE" | "SELF_HOSTED";
                agentic: boolean;
                allowedAfterBlocked: boolean;
                automated: boolean;
                behaviour: {
                    reasons: string[];
                    score: number;
                } | null;
                blockedCalls: number;
                burst: {
                    calls: number;
                    z: number;
                } | null;
                busiestDay: {
                    bytesOut: number;
                    calls: number;
                };
                /** @enum {string} */
                category: "LLM_API" | "LLM_API_CLOUD" | "AGGREGATOR" | "AI_GATEWAY" | "ML_PLATFORM" | "MODEL_HUB" | "AI_SERVICES" | "EMBEDDING_API" | "VECTOR_DB" | "LLM_OPS" | "CHAT_APP" | "CONSOLE" | "SEARCH_APP" | "RESEARCH" | "CODING_ASSISTANT" | "APP_BUILDER" | "AGENT" | "WRITING" | "MEETING_ASSISTANT" | "IMAGE_GEN" | "VIDEO_GEN" | "AUDIO_GEN" | "SPEECH_API" | "SUPPORTING" | "SELF_HOSTED" | "UNKNOWN";
                departments: string[];
                departmentSensitivity: number;
                dnsOnly: boolean;
                /** @enum {string} */
                dpa: "YES" | "NO" | "PLAN_DEPENDENT" | "UNKNOWN";
                endpointAllowed: boolean;
                exceptionBreached: boolean;
                highCostUSD: number;
                jurisdictionOutsidePolicy: boolean;
                longStreams: number;
                matchConfidence: number;
                monthlyCostUSD: number | null;
                offHoursShare: number;
                providerRegistered: boolean;
                recurrence: boolean;
                ruleVersion: string;
                /** @enum {string} */
                source: "NETWORK_TRAFFIC" | "DNS" | "PROXY" | "BEHAVIOURAL_ANALYSIS";
                totalCalls: number;
                /** @enum {string} */
                trainsOnInputs: "YES" | "NO" | "PLAN_DEPENDENT" | "UNKNOWN";
                uploads: ("FILE_UPLOAD" | "FINE_TUNING")[];
            };
            ruleVersion: string;
        };
        ShadowAiSettings: {
            /**
             * @description Countries (ISO 3166-1) in which a provider may be established. If empty, all countries are allowed.
             * @default []
             */
            allowedJurisdictions: string[];
            /** @default [] */
            departments: {
                name: string;
                /** @default [] */
                ranges: (string)[];
                /**
                 * @description Points added to the risk score of AI use by this department
                 * @default 0
                 */
                sensitivity: number;
            }[];
            /**
             * @description An approved exception is breached when the number of calls in one day exceeds this factor times the daily peak before the approval
             * @default 3
             */
            exceptionCallsFactor: number;
            /**
             * @description Maximum length of an approved exception, in days. Exceptions requested without an end date last 90 days, or this limit if it is lower.
             * @default 365
             */
            exceptionMaxDays: number;
            /**
             * @description Estimated monthly cost in US dollars above which cost is a risk factor of a detection
             * @default 1000
             */
            highCostUSD: number;
            /**
             * @description Maximum age of a record on arrival, in hours, unless it is sent as backfill
             * @default 72
             */
            maxLatenessHours: number;
            officeHours: {
                /** @default 7 */
                fromHour: number;
                /** @default UTC */
                timeZone: string;
                /** @default 19 */
                toHour: number;
                /**
                 * @description Days of the week, from 1 (Monday) to 7 (Sunday)
                 * @default [
                 *       1,
                 *       2,
                 *       3,
                 *       4,
                 *       5
                 *     ]
                 */
                weekdays: number[];
            };
            opening: {
                /**
                 * @description Minimum number of API calls
                 * @default 1
                 */
                apiCalls: number;
                /**
                 * @description Minimum similarity to language model traffic at which traffic to an unknown host is detected
                 * @default 0.7
                 */
                behaviourScore: number;
                /**
                 * @description Minimum number of similar five-minute windows
                 * @default 3
                 */
                behaviourWindows: number;
                /**
                 * @description Minimum number of DNS queries within 24 hours, if only DNS traffic is observed
                 * @default 20
                 */
                dnsQueries: number;
                /**
                 * @description Minimum number of web application calls within 24 hours, as an alternative to `webSessions`
                 * @default 10
                 */
                webCalls: number;
                /**
                 * @description Minimum number of web application sessions within 24 hours
                 * @default 3
                 */
                webSessions: number;
            };
            /** @description Number of days within which a decision on a detection is due, by severity */
            slaDays: {
                /** @default 5 */
                CRITICAL: number;
                /** @default 10 */
                HIGH: number;
                /** @default 60 */
                INFO: number;
                /** @default 30 */
                MEDIUM: number;
            };
            /**
             * @description Grace period in hours after a detection is resolved as STOPPED, during which further traffic is ignored
             * @default 24
             */
            stoppedGraceHours: number;
        };
        /** @description An organisation's detection settings. Omitted fields are set to their defaults. */
        ShadowAiSettingsDocument: components["schemas"]["ShadowAiSettings"];
        /** @description An organisation's detection settings. Omitted fields are set to their defaults. */
        ShadowAiSettingsDocumentInput: components["schemas"]["ShadowAiSettingsInput"];
        ShadowAiSettingsInput: {
            /**
             * @description Countries (ISO 3166-1) in which a provider may be established. If empty, all countries are allowed.
             * @default []
             */
            allowedJurisdictions?: string[];
            /** @default [] */
            departments?: {
                name: string;
                /** @default [] */
                ranges?: (string)[];
                /**
                 * @description Points added to the risk score of AI use by this department
                 * @default 0
                 */
                sensitivity?: number;
            }[];
            /**
             * @description An approved exception is breached when the number of calls in one day exceeds this factor times the daily peak before the approval
             * @default 3
             */
            exceptionCallsFactor?: number;
            /**
             * @description Maximum length of an approved exception, in days. Exceptions requested without an end date last 90 days, or this limit if it is lower.
             * @default 365
             */
            exceptionMaxDays?: number;
            /**
             * @description Estimated monthly cost in US dollars above which cost is a risk factor of a detection
             * @default 1000
             */
            highCostUSD?: number;
            /**
             * @description Maximum age of a record on arrival, in hours, unless it is sent as backfill
             * @default 72
             */
            maxLatenessHours?: number;
            /** @default {} */
            officeHours?: {
                /** @default 7 */
                fromHour?: number;
                /** @default UTC */
                timeZone?: string;
                /** @default 19 */
                toHour?: number;
                /**
                 * @description Days of the week, from 1 (Monday) to 7 (Sunday)
                 * @default [
                 *       1,
                 *       2,
                 *       3,
                 *       4,
                 *       5
                 *     ]
                 */
                weekdays?: number[];
            };
            /** @default {} */
            opening?: {
                /**
                 * @description Minimum number of API calls
                 * @default 1
                 */
                apiCalls?: number;
                /**
                 * @description Minimum similarity to language model traffic at which traffic to an unknown host is detected
                 * @default 0.7
                 */
                behaviourScore?: number;
                /**
                 * @description Minimum number of similar five-minute windows
                 * @default 3
                 */
                behaviourWindows?: number;
                /**
                 * @description Minimum number of DNS queries within 24 hours, if only DNS traffic is observed
                 * @default 20
                 */
                dnsQueries?: number;
                /**
                 * @description Minimum number of web application calls within 24 hours, as an alternative to `webSessions`
                 * @default 10
                 */
                webCalls?: number;
                /**
                 * @description Minimum number of web application sessions within 24 hours
                 * @default 3
                 */
                webSessions?: number;
            };
            /**
             * @description Number of days within which a decision on a detection is due, by severity
             * @default {}
             */
            slaDays?: {
                /** @default 5 */
                CRITICAL?: number;
                /** @default 10 */
                HIGH?: number;
                /** @default 60 */
                INFO?: number;
                /** @default 30 */
                MEDIUM?: number;
            };
            /**
             * @description Grace period in hours after a detection is resolved as STOPPED, during which further traffic is ignored
             * @default 24
             */
            stoppedGraceHours?: number;
        };
        /**
         * @description The most detailed log type that recorded this AI use. `BEHAVIOURAL_ANALYSIS` means that the use was identified from traffic patterns alone.
         * @enum {string}
         */
        ShadowAiSource: "NETWORK_TRAFFIC" | "DNS" | "PROXY" | "BEHAVIOURAL_ANALYSIS";
        ShadowAiStats: {
            /** @description Up to 100 providers, sorted by number of detections, highest first */
            providers: {
                callVolume: number;
                detections: number;
                name: string;
                /** @description Number of detections covered by a registered model */
                registered: number;
            }[];
            summary: {
                /** @description Estimated cost of OPEN and INVESTIGATING detections, normalised to 30 days */
                estimatedMonthlySpendUSD: number;
                /**
                 * @description The highest severity of OPEN and INVESTIGATING detections. LOW if the highest severity is INFO or if there are no such detections.
                 * @enum {string}
                 */
                estimatedPiiExposureRisk: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
                investigatingDetections: number;
                openDetections: number;
                /** @description Number of detections that were resolved in the current calendar month (UTC) and are still resolved */
                resolvedThisMonth: number;
                /** @description Number of distinct hosts across detections of any status */
                totalExternalAiEndpointsDetected: number;
            };
            trend: {
                /** @description 30 days (UTC) by `detectedAt`, oldest first, including days without detections */
                detectionsLast30Days: {
                    count: number;
                    /** Format: date */
                    date: string;
                }[];
            };
        };
        /** @enum {string} */
        ShadowAiStatus: "OPEN" | "INVESTIGATING" | "RESOLVED" | "DISMISSED";
        /** @enum {string} */
        SignInMethod: "PASSWORD" | "OPENID";
        SimilarShadowAiDetections: {
            /** @description Up to 10 detections: first detections of the same use, then detections with the same host, provider and department */
            data: components["schemas"]["ShadowAiDetection"][];
        };
        /** @enum {string} */
        SkipReason: "EMPTY" | "OTHER_LOG" | "OTHER_PROTOCOL" | "RESOLVER_TRAFFIC" | "DNS_ANSWER" | "INCOMPLETE" | "NO_REQUEST" | "MERGED" | "NO_DESTINATION" | "NO_CLIENT" | "TOO_MANY_HOSTS";
        /**
         * @description Where the event came from: the API, or an integration
         * @enum {string}
         */
        Source: "API" | "GITHUB" | "JIRA" | "MLFLOW";
        /** @description All fields are stored permanently on the audit chain and appear in packages, so don't include personal data that you may need to erase. */
        SupplyEvidenceDocument: {
            /** @description SHA-256 hash of the document's bytes. The document itself is not uploaded. */
            contentHash: string;
            /**
             * @description The framework that the package follows. FCA_SS1_23 is the PRA's supervisory statement SS1/23; PRA_SS1_23 is accepted as an alias.
             * @enum {string}
             */
            framework: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001" | "PRA_SS1_23";
            /** @description The registered model that the document is about. Defaults to all models. */
            modelId?: string;
            /** @description Where you keep the document, such as a document number or URL */
            reference?: string;
            /** @description ID of a requirement that needs a document. `GET /v1/evidence-documents/requirements` lists these requirements. */
            requirement: string;
            /** @description Role or name of the person who signed or approved the document */
            signedBy?: string;
            title: string;
            /**
             * Format: date
             * @description First day of validity. Defaults to no limit.
             */
            validFrom?: string;
            /**
             * Format: date
             * @description Last day of validity. Defaults to no limit.
             */
            validUntil?: string;
            version?: string;
        };
        TestWebhookEndpoint: {
            /** @description The event type to send. Defaults to the first type that the endpoint is subscribed to. */
            type?: components["schemas"]["WebhookEventType"];
        };
        UpdateAccount: {
            name: string;
        };
        UpdateAlertPolicy: {
            /** @description How long further alerts are suppressed: per model, or for the whole organisation if the rule counts across the organisation */
            cooldownMinutes?: number;
            description?: string;
            enabled?: boolean;
            /**
             * Format: date-time
             * @description `null` unmutes the policy
             */
            mutedUntil?: string | null;
            name?: string;
            /** @description E-mail addresses that are notified */
            recipients?: string[];
            /** @description Replaces the whole rule and resets the event count */
            rule?: components["schemas"]["AlertRule"];
            /** @description The severity of the alerts */
            severity?: components["schemas"]["Severity"];
        };
        UpdateAuditStream: {
            /** @description The `Authorization` header of each request, such as `Splunk <token>`. Stored encrypted and never returned. */
            authorization?: string | null;
            /**
             * @description The encoding of the request body
             * @enum {string}
             */
            compression?: "gzip" | "none";
            filter?: components["schemas"]["AuditStreamFilter"];
            /** @description Maximum size of a batch in bytes, before compression. A larger event is sent in its own batch. */
            maxBytes?: number;
            /** @description The maximum time that an event waits for its batch to fill */
            maxDelaySeconds?: number;
            /** @description Maximum number of events per batch */
            maxEvents?: number;
            name?: string;
            /**
             * @description ACTIVE resumes the stream from its current position, even if it was disabled
             * @enum {string}
             */
            status?: "ACTIVE" | "PAUSED";
            /**
             * Format: uri
             * @description An HTTPS URL without credentials or a fragment, on port 443 or 1024 to 65535. Private addresses and host names are not allowed.
             */
            url?: string;
        };
        UpdatedShadowAiDetection: {
            assignedTo: string | null;
            /** @description Whether the assignee is an active member of the organisation; `null` if unassigned */
            assigneeIsMember: boolean | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            exceptionExpiresAt?: string | null;
            id: string;
            notes: string | null;
            /** @description This field and the fields below are returned only for RESOLVED detections */
            resolution?: components["schemas"]["ShadowAiResolution"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            resolvedAt?: string;
            resolvedModelId?: string | null;
            status: components["schemas"]["ShadowAiStatus"];
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
        };
        UpdatedShadowAiDetections: {
            failed: number;
            /** @description For `POST /v1/shadow-ai/bulk/{operationId}/undo`; `null` if there is nothing to undo */
            operationId: string | null;
            /** @description One result per detection, in the order of `ids`, or newest first if you sent `filter` */
            results: (components["schemas"]["UpdatedShadowAiDetection"] | {
                details?: {
                    message: string;
                    path: string;
                }[];
                error: string;
                id: string;
                message: string;
            })[];
            /** @description Number of detections that now have the requested values, including unchanged ones */
            updated: number;
        };
        UpdateIntegration: {
            /** @description The model for deliveries that match no rule. If `null`, they are not recorded. */
            defaultModelId?: string | null;
            /** @description If `false`, deliveries are rejected (409) and missing deliveries are not reported */
            enabled?: boolean;
            /** @description Assigns the product's objects to governed models. The first matching rule applies. */
            models?: {
                /** @description GITHUB: a repository with its owner. JIRA: a project key. MLFLOW: the name of a registered model or prompt. End the value with `*` to match a prefix. Case-sensitive for MLFLOW only. */
                match: string;
                /** @description A registered model */
                modelId: string;
            }[];
            name?: string;
            /** @description Number of hours without a delivery after which the integration is reported as disconnected. If `null`, it is never reported. */
            silentAfterHours?: number | null;
        };
        UpdateMember: {
            /**
             * Format: date-time
             * @description When access ends, for example at the end of an audit engagement. If `null`, access does not expire.
             */
            accessExpiresAt?: string | null;
            /** @description `true` also signs the member out everywhere */
            disabled?: boolean;
            name?: string;
            role?: components["schemas"]["Role"];
        };
        UpdateModel: {
            /** @description The model's hosts. Use of these hosts is not treated as shadow AI. */
            allowedEndpoints?: {
                /** @description Departments that can use the host. Defaults to all. */
                departments?: string[];
                /** @description A host name, or `*.` followed by a domain for all its subdomains */
                host: string;
                /** @description IP ranges that can use the host, in CIDR notation. Defaults to all. */
                ipRanges?: (string)[];
            }[] | null;
            /** @description Whether the model rejects new events */
            archived?: boolean;
            description?: string | null;
            name?: string;
            /** Format: email */
            ownerEmail?: string | null;
            provider?: string | null;
            riskTier?: components["schemas"]["RiskTier"] | null;
            version?: string | null;
        };
        UpdateOrganisation: {
            /** @description Whether detections can be assigned to active members only. If `true`, requests that assign any other e-mail address return 422 `not_a_member`. */
            assignToMembersOnly?: boolean;
            /** @description Whether `POST /v1/audit/{id}/erasure` can erase the content of audit events. If `false`, it returns 409 `erasure_disabled`. */
            contentErasure?: boolean;
            /** @description Number of days that evidence packages are kept after generation. Applies to packages generated from now on. */
            evidenceRetentionDays?: number;
            /** @description Number of days that e-mails are kept. `null`: kept indefinitely. Older e-mails are deleted within a day, unless a legal hold covers them. */
            mailRetentionDays?: number | null;
            name?: string;
            /** @description Number of days that network traffic statistics are kept. Older data is deleted within a day, unless a legal hold covers it. Detections are kept. */
            observationRetentionDays?: number;
            /**
             * Format: email
             * @description E-mail address for notifications to the account owner. If `null`, no notifications are sent.
             */
            ownerEmail?: string | null;
            /** @description Number of days that reports are kept after they are requested. Older reports are deleted within a day, unless a legal hold covers them. */
            reportRetentionDays?: number;
            /** @description Number of days that webhook deliveries are kept after they finish. `null`: kept indefinitely. Older data is deleted within a day, unless a legal hold covers it. */
            webhookRetentionDays?: number | null;
        };
        UpdateReportSchedule: {
            covers?: components["schemas"]["ReportCoveredPeriod"];
            /** @description A cron expression with five fields, evaluated in `timeZone`. The minute must be a single number. */
            cron?: string;
            /** @description `false` pauses the schedule; `true` resumes it at the next matching time */
            enabled?: boolean;
            /** @enum {string} */
            format?: "PDF" | "CSV" | "JSON";
            /** @enum {string} */
            kind?: "audit-activity" | "shadow-ai" | "chain-integrity";
            name?: string;
            /** @description The IDs of members who receive an e-mail with a link to the report's page */
            recipients?: string[];
            timeZone?: string;
        };
        UpdateSavedView: {
            /** @description Unique among the owner's views of the page */
            name?: string;
            /** @description The page's query string, without the question mark */
            query?: string;
            /** @description Whether all members of the organisation can see the view */
            shared?: boolean;
        };
        UpdateShadowAiDetection: {
            /**
             * Format: email
             * @description The assignee, who is notified by e-mail; `null` to unassign
             */
            assignedTo?: string | null;
            /**
             * Format: date-time
             * @description Only with APPROVED_EXCEPTION: when the exception ends, at most `exceptionMaxDays` from now (see the settings). Defaults to 90 days from now, or `exceptionMaxDays` if that is lower.
             */
            exceptionExpiresAt?: string;
            /**
             * @description Only with RESOLVED or DISMISSED: if `true`, you can resolve or dismiss an OPEN detection directly. The investigation and the decision are recorded as one event and are undone together.
             * @constant
             */
            investigate?: true;
            /** @description Required for DISMISSED and APPROVED_EXCEPTION, unless the detection already has notes */
            notes?: string | null;
            resolution?: components["schemas"]["ShadowAiResolution"];
            /** @description Only with ONBOARDED: the registered model that covers the use */
            resolvedModelId?: string;
            /** @description OPEN → INVESTIGATING → RESOLVED or DISMISSED. RESOLVED and DISMISSED can return to INVESTIGATING. Setting the current status has no effect. */
            status?: components["schemas"]["ShadowAiStatus"];
        };
        UpdateShadowAiDetections: {
            change: components["schemas"]["UpdateShadowAiDetection"];
            /** @description How many detections you expect the filter to match. If the number differs, nothing changes and the request fails with 409. */
            expectedCount?: number;
            filter?: components["schemas"]["ShadowAiDetectionFilter"];
            /** @description The detections. Alternatively, send `filter` and `expectedCount`. */
            ids?: string[];
        };
        UpdateWebhookEndpoint: {
            /** @description `false` marks pending deliveries as FAILED; `true` resets the failure count */
            active?: boolean;
            description?: string;
            /** @description The event types to send */
            events?: components["schemas"]["WebhookEventType"][];
            /**
             * Format: uri
             * @description An HTTPS URL without credentials or a fragment, on port 443 or 1024 to 65535. Private addresses and host names are not allowed.
             */
            url?: string;
        };
        Verification: {
            /** @description The latest checkpoint signed by a pinned key */
            checkpoint: components["schemas"]["Checkpoint"] | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            durationMs: number;
            /** @description Number of verified events whose content was erased, as recorded by a later event. These events are not reported as findings. */
            erased: number;
            eventsVerified: number;
            /** @description The first 100 findings */
            findings: {
                actual: string | null;
                chainPosition: number;
                code: string;
                /** @description `null` if there is no event */
                eventId: string | null;
                expected: string | null;
                /** @description The ID of the affected governed record */
                recordId?: string;
                /** @description The table of the affected governed record */
                table?: string;
            }[];
            findingsTotal: number;
            from: number;
            /** @description `blockHash` of the last event reached */
            headHash: string;
            id: string;
            /** @description Number of governed records whose state is not on the chain yet */
            recordsUnsealed: number;
            /** @description Number of governed records whose state matches the chain */
            recordsVerified: number;
            /**
             * @description not_verified: no verdict is failed, and at least one is not_verified
             * @enum {string}
             */
            status: "ok" | "failed" | "not_verified";
            /** @description The last position reached */
            to: number;
            verdicts: {
                /**
                 * @description `expectedHead` is on this chain
                 * @enum {string}
                 */
                anchor: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description Checkpoints are signed by pinned keys, linked to each other, and match the chain. not_verified: a checkpoint names a key that this process does not know, so its signature cannot be checked.
                 * @enum {string}
                 */
                checkpoints: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description Events, chain head, running counts and latest checkpoint match
                 * @enum {string}
                 */
                completeness: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description The content of every event matches its `contentHash`, and every header matches its `blockHash`
                 * @enum {string}
                 */
                content: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description Every event links to its predecessors, positions have no gaps, and `recordedAt` never decreases
                 * @enum {string}
                 */
                linkage: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
                /**
                 * @description Every governed record has the state last recorded on the chain. Checked when the full chain is verified. not_sealed: some records have no state on the chain yet.
                 * @enum {string}
                 */
                records: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable" | "not_sealed";
                /**
                 * @description Tables, columns, constraints, unique indexes, triggers, functions, owners and grants match the migrations. Not checked for a range, or while the database has the migrations of another service version, for example during an upgrade.
                 * @enum {string}
                 */
                schema: "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";
            };
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            verifiedAt: string;
        } | components["schemas"]["RunningVerification"] | {
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            id: string;
            progress: {
                eventsTotal: number;
                eventsVerified: number;
            };
            /**
             * @description The verification failed after several attempts. Start a new verification.
             * @constant
             */
            status: "interrupted";
        };
        VerifyChain: {
            /** @description A receipt or checkpoint, as returned by the API, that must still be on the chain. A mismatch is reported in the response only and not recorded as a finding. */
            expectedHead?: {
                blockHash: string;
                chainPosition: number;
                organisationId: string;
            } | {
                /** @description Ignored, but accepted as part of a checkpoint */
                cosignatures?: unknown[];
                headHash: string;
                /** Format: date-time */
                issuedAt: string;
                keyId: string;
                /** @description Ignored, but accepted as part of a checkpoint */
                noteKey?: string;
                organisationId: string;
                previousCheckpointHash: string;
                rootHash: string;
                signature: string;
                size: number;
                /** @description Ignored, but accepted as part of a checkpoint */
                timestamps?: unknown[];
            };
            /** @description First position. Defaults to 1. */
            from?: number;
            /**
             * @description incremental: starts at the last signed checkpoint, or at `expectedHead` if that is earlier
             * @default full
             * @enum {string}
             */
            mode?: "full" | "incremental";
            /** @description Last position. Defaults to the end of the chain. */
            to?: number;
        };
        VerifyEvent: {
            eventId: string;
            /** @description The `blockHash` that you saved */
            expectedHash?: string;
        };
        VerifyEvidencePackage: {
            /** @description For a JSON package: SHA-256 hash of the canonical form (RFC 8785) of your copy. If another program has changed only whitespace or the order of fields, `packageHash` no longer matches but this hash does, and `contentIntact` is `true`. */
            canonicalHash?: string;
            /** @description SHA-256 hash of your copy of the file */
            packageHash: string;
        };
        WebhookAttempt: {
            durationMs: number | null;
            /** @description Why the attempt failed: timeout, connection_refused, connection_lost, connection_failed, dns, tls, redirect, status, gone, address_refused, response_invalid, interrupted. More values may be added. */
            error: string | null;
            /**
             * Format: date-time
             * @description `null` while the attempt is running
             */
            finishedAt: string | null;
            /** @description Number of the attempt: starts at 1 and continues across redeliveries */
            number: number;
            /**
             * @description INTERRUPTED: the service stopped during the attempt. The request may have arrived.
             * @enum {string|null}
             */
            outcome: "SUCCEEDED" | "FAILED" | "INTERRUPTED" | null;
            requestHeaders: {
                [key: string]: string;
            } | null;
            /** @description The first 16 KiB of the body, as text */
            responseBody: string | null;
            responseHeaders: {
                [key: string]: string;
            } | null;
            /** @description Whether the body was larger than 16 KiB */
            responseIsCut: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            startedAt: string;
            statusCode: number | null;
        };
        WebhookDelivery: {
            /** @description Number of attempts so far, including redeliveries */
            attempts: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            endpointId: string;
            /** @description Why the delivery is FAILED: attempts_exhausted, gone, address_refused, endpoint_disabled, endpoint_deleted. More values may be added. */
            failureReason: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            finishedAt: string | null;
            /** @description The ID of the envelope, the same for all attempts */
            id: string;
            /**
             * Format: date-time
             * @description `null` when the delivery is finished
             */
            nextAttemptAt: string | null;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @enum {string} */
            type: "audit.created" | "audit.high_severity" | "chain.integrity_failure" | "chain.verified" | "shadow_ai.detected" | "shadow_ai.resolved" | "evidence.ready" | "evidence.expired" | "alert.triggered" | "model.registered" | "integration.disconnected";
        };
        WebhookDeliveryDetail: {
            /** @description Oldest first */
            attemptLog: components["schemas"]["WebhookAttempt"][];
            /** @description Number of attempts so far, including redeliveries */
            attempts: number;
            /** @description The envelope */
            body: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            endpointId: string;
            /** @description Why the delivery is FAILED: attempts_exhausted, gone, address_refused, endpoint_disabled, endpoint_deleted. More values may be added. */
            failureReason: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            finishedAt: string | null;
            /** @description The ID of the envelope, the same for all attempts */
            id: string;
            /**
             * Format: date-time
             * @description `null` when the delivery is finished
             */
            nextAttemptAt: string | null;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @enum {string} */
            type: "audit.created" | "audit.high_severity" | "chain.integrity_failure" | "chain.verified" | "shadow_ai.detected" | "shadow_ai.resolved" | "evidence.ready" | "evidence.expired" | "alert.triggered" | "model.registered" | "integration.disconnected";
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description PENDING before the first attempt, RETRY_SCHEDULED after a failed attempt
         * @enum {string}
         */
        WebhookDeliveryStatus: "PENDING" | "RETRY_SCHEDULED" | "DELIVERED" | "FAILED";
        WebhookEndpoint: {
            active: boolean;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            createdAt: string;
            description: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            disabledAt: string | null;
            /** @description Why the service disabled the endpoint; `null` if you disabled it */
            disabledReason: string | null;
            events: string[];
            health: components["schemas"]["WebhookEndpointHealth"];
            id: string;
            /**
             * Format: date-time
             * @description When the previous secret expires or expired
             */
            previousSecretExpiresAt: string | null;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            updatedAt: string;
            url: string;
        };
        /** @description The last attempt of each of the latest 10 deliveries since the endpoint was enabled. Not covered by the `ETag`. */
        WebhookEndpointHealth: {
            attempts: number;
            failed: number;
            lastFailure: {
                /**
                 * Format: date-time
                 * @description UTC with milliseconds
                 */
                at: string;
                /** @description The error code of the failed attempt */
                error: string | null;
                statusCode: number | null;
            } | null;
            /**
             * @description HEALTHY: no attempt failed. DEGRADED: some attempts failed. FAILING: all attempts failed.
             * @enum {string}
             */
            status: "NO_ATTEMPTS" | "HEALTHY" | "DEGRADED" | "FAILING";
        };
        WebhookEndpointList: {
            data: components["schemas"]["WebhookEndpoint"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @enum {string} */
        WebhookEventType: "audit.created" | "audit.high_severity" | "chain.integrity_failure" | "chain.verified" | "shadow_ai.detected" | "shadow_ai.resolved" | "evidence.ready" | "evidence.expired" | "alert.triggered" | "model.registered" | "integration.disconnected";
        WebhookRecovery: {
            dryRun: boolean;
            /** @description Number of FAILED deliveries created in the range */
            matched: number;
            /** @description Number of deliveries that were queued again */
            redelivered: number;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            since: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            until: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccount"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    createAccountPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createAccountSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorSetup"];
                };
            };
        };
    };
    confirmAccountSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmSecondFactor"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    disableAccountSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableSecondFactor"];
            };
        };
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
        };
    };
    listAlertPolicies: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Only enabled (`true`) or disabled (`false`) policies */
                enabled?: "true" | "false";
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPolicyList"];
                };
            };
        };
    };
    createAlertPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAlertPolicy"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPolicy"];
                };
            };
        };
    };
    getAlertPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPolicy"];
                };
            };
        };
    };
    deleteAlertPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateAlertPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAlertPolicy"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPolicy"];
                };
            };
        };
    };
    createAlertPolicyPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewAlertRule"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRulePreview"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                eventType?: components["schemas"]["EventType"];
                /** @description Start of the `timestamp` range, inclusive */
                from?: string;
                /** @description Maximum number of items per page */
                limit?: number;
                modelId?: string;
                severity?: components["schemas"]["Severity"];
                source?: components["schemas"]["Source"];
                /** @description A tag, which may contain a comma. Repeat the parameter for several tags. Only events with all of them are returned. */
                tag?: string[];
                /** @description Comma-separated tags. Only events with all of them are returned. */
                tags?: string;
                /** @description End of the `timestamp` range, inclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    appendAuditEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppendEvent"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppendedEvent"];
                };
            };
        };
    };
    listAuditStreams: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditStreamList"];
                };
            };
        };
    };
    createAuditStream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAuditStream"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAuditStream"];
                };
            };
        };
    };
    getAuditStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditStream"];
                };
            };
        };
    };
    deleteAuditStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateAuditStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAuditStream"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditStream"];
                };
            };
        };
    };
    listAuditStreamBatches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditStreamBatchList"];
                };
            };
        };
    };
    rotateAuditStreamSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateStreamSecret"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAuditStream"];
                };
            };
        };
    };
    testAuditStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditStreamTest"];
                };
            };
        };
    };
    getAuditEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventDetail"];
                };
            };
        };
    };
    appendAuditEventErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseContent"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
        };
    };
    getAuditEventNeighbours: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventNeighbours"];
                };
            };
        };
    };
    getAuditEventProof: {
        parameters: {
            query?: {
                /** @description Number of leaves in the tree. Defaults to the size of the last checkpoint. */
                size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InclusionProof"];
                };
            };
        };
    };
    appendAuditBatch: {
        parameters: {
            query?: {
                /** @description If `true`, valid events are appended and the response contains a result for each event */
                partial?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 8 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppendBatch"];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResult"];
                };
            };
        };
    };
    getAuditCheckpoint: {
        parameters: {
            query?: {
                /** @description If `true`, returns the latest checkpoint that witnesses have cosigned, instead of one that covers every event */
                cosigned?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedCheckpoint"];
                    "text/plain": string;
                };
            };
        };
    };
    getAuditConsistency: {
        parameters: {
            query: {
                /** @description Number of leaves in the older tree */
                from: number;
                /** @description Number of leaves in the newer tree. Defaults to the size of the last checkpoint. */
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsistencyProof"];
                };
            };
        };
    };
    exportAuditEvents: {
        parameters: {
            query?: {
                eventType?: components["schemas"]["EventType"];
                format?: "ndjson" | "csv";
                /** @description Start of the `timestamp` range, inclusive */
                from?: string;
                modelId?: string;
                severity?: components["schemas"]["Severity"];
                source?: components["schemas"]["Source"];
                /** @description A tag, which may contain a comma. Repeat the parameter for several tags. Only events with all of them are returned. */
                tag?: string[];
                /** @description Comma-separated tags. Only events with all of them are returned. */
                tags?: string;
                /** @description End of the `timestamp` range, inclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    listAuditFindings: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
                /** @description Only findings with this status. Defaults to all. */
                status?: components["schemas"]["FindingStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrityFindingList"];
                };
            };
        };
    };
    appendAuditFindingResolution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestResolution"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrityFinding"];
                };
            };
        };
    };
    confirmAuditFindingResolution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrityFinding"];
                };
            };
        };
    };
    rejectAuditFindingResolution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrityFinding"];
                };
            };
        };
    };
    streamAuditEvents: {
        parameters: {
            query?: {
                /** @description The `position` at the end of the previous response */
                after?: number;
                eventType?: components["schemas"]["EventType"];
                /** @description Maximum number of events in the response */
                limit?: number;
                /** @description Only events of this severity or higher */
                minSeverity?: components["schemas"]["Severity"];
                modelId?: string;
                /** @description Maximum number of seconds to wait if there are no events yet */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    getAuditVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
        };
    };
    verifyAuditEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEvent"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventVerification"];
                };
            };
        };
    };
    verifyAuditChain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VerifyChain"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChainVerification"];
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunningVerification"];
                };
            };
        };
    };
    listEvidencePackages: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description The framework that the package follows. FCA_SS1_23 is the PRA's supervisory statement SS1/23; PRA_SS1_23 is accepted as an alias. */
                framework?: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001" | "PRA_SS1_23";
                /** @description Maximum number of items per page */
                limit?: number;
                /** @description Only packages for this model */
                modelId?: string;
                status?: "GENERATING" | "READY" | "FAILED" | "EXPIRED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidencePackageList"];
                };
            };
        };
    };
    listEvidenceDocuments: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description The framework that the package follows. FCA_SS1_23 is the PRA's supervisory statement SS1/23; PRA_SS1_23 is accepted as an alias. */
                framework?: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001" | "PRA_SS1_23";
                /** @description Maximum number of items per page */
                limit?: number;
                /** @description Only documents that apply to this model, including documents for all models */
                modelId?: string;
                /** @description Only withdrawn (`true`) or only current (`false`) documents. Defaults to both. */
                withdrawn?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceDocumentList"];
                };
            };
        };
    };
    createEvidenceDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupplyEvidenceDocument"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceDocument"];
                };
            };
        };
    };
    getEvidenceDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceDocument"];
                };
            };
        };
    };
    withdrawEvidenceDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceDocument"];
                };
            };
        };
    };
    listEvidenceDocumentRequirements: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceDocumentRequirements"];
                };
            };
        };
    };
    getEvidencePackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidencePackage"];
                };
            };
        };
    };
    getEvidencePackageDownload: {
        parameters: {
            query?: {
                /** @description The token from `downloadUrl`. Without it, the response is 404. */
                token?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/pdf": unknown;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/pdf": unknown;
                };
            };
        };
    };
    createEvidencePackageDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceDownloadUrl"];
                };
            };
        };
    };
    verifyEvidencePackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEvidencePackage"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidencePackageVerification"];
                };
            };
        };
    };
    generateEvidencePackage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateEvidence"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GeneratedEvidencePackage"];
                };
            };
        };
    };
    getEvidencePreview: {
        parameters: {
            query: {
                /** @description The framework that the package follows. FCA_SS1_23 is the PRA's supervisory statement SS1/23; PRA_SS1_23 is accepted as an alias. */
                framework: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001" | "PRA_SS1_23";
                /** @description Start of the period, inclusive */
                from: string;
                modelId: string;
                /** @description End of the period, inclusive */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidencePreview"];
                };
            };
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Only integrations with this product */
                kind?: "GITHUB" | "JIRA" | "MLFLOW";
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationList"];
                };
            };
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIntegration"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedIntegration"];
                };
            };
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIntegration"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    listIntegrationDeliveries: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
                /** @description Only deliveries with this result */
                result?: "recorded" | "ignored";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationDeliveryList"];
                };
            };
        };
    };
    createIntegrationEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationDeliveryReceipt"];
                };
            };
        };
    };
    rotateIntegrationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateIntegrationSecret"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedIntegration"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    inspectInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InspectInvitation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    listLegalHolds: {
        parameters: {
            query?: {
                /** @description Only active (`true`) or only released (`false`) holds. Defaults to both. */
                active?: "true" | "false";
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHoldList"];
                };
            };
        };
    };
    createLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceLegalHold"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHold"];
                };
            };
        };
    };
    getLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHold"];
                };
            };
        };
    };
    releaseLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseLegalHold"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHold"];
                };
            };
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
                status?: components["schemas"]["MailStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailList"];
                };
            };
        };
    };
    getMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
                role?: components["schemas"]["Role"];
                status?: components["schemas"]["MemberStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
        };
    };
    createMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMember"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMember"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    createMemberInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    resetMemberSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    signMemberOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listModels: {
        parameters: {
            query?: {
                /** @description Only archived (`true`) or only active (`false`) models. Defaults to both. */
                archived?: "true" | "false";
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
                provider?: string;
                /** @description Part of the name, case-insensitive */
                q?: string;
                riskTier?: components["schemas"]["RiskTier"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
        };
    };
    createModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterModel"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
        };
    };
    updateModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateModel"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        info: {
                            title: string;
                            version: string;
                        } & {
                            [key: string]: unknown;
                        };
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganisationDetail"];
                };
            };
        };
    };
    updateOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganisation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganisationDetail"];
                };
            };
        };
    };
    sendOtlpV1Log: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 8 MiB before decompression. `Content-Encoding` can be `gzip`. */
        requestBody: {
            content: {
                "application/json": unknown;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportLogsServiceResponse"];
                    "application/x-protobuf": unknown;
                };
            };
        };
    };
    sendOtlpV1Trace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 8 MiB before decompression. `Content-Encoding` can be `gzip`. */
        requestBody: {
            content: {
                "application/json": unknown;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportTraceServiceResponse"];
                    "application/x-protobuf": unknown;
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    createPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordReset"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
        };
    };
    completePasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompletePasswordReset"];
            };
        };
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listReportSchedules: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                kind?: "audit-activity" | "shadow-ai" | "chain-integrity";
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportScheduleList"];
                };
            };
        };
    };
    createReportSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReportSchedule"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
        };
    };
    getReportSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
        };
    };
    deleteReportSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateReportSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReportSchedule"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
        };
    };
    listReports: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                kind?: "audit-activity" | "shadow-ai" | "chain-integrity";
                /** @description Maximum number of items per page */
                limit?: number;
                /** @description Only reports generated by this schedule */
                scheduleId?: string;
                status?: "GENERATING" | "READY" | "FAILED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportList"];
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    getReportDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportDocument"];
                };
            };
        };
    };
    getReportDownload: {
        parameters: {
            query?: {
                /** @description The token from `downloadUrl`. Without it, the response is 404. */
                token?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/pdf": unknown;
                    "text/csv": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/pdf": unknown;
                    "text/csv": string;
                };
            };
        };
    };
    createReportAuditActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestReport"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    createReportChainIntegrity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestReport"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    createReportShadowAi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestReport"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    listSavedViews: {
        parameters: {
            query?: {
                /** @description Only views of this page. Defaults to all pages. */
                page?: components["schemas"]["SavedViewPage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewList"];
                };
            };
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedView"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedView"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
        };
    };
    listSensorImports: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogImportList"];
                };
            };
        };
    };
    getSensorImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogImport"];
                };
            };
        };
    };
    createSensorObservation: {
        parameters: {
            query?: {
                /** @description If `true`, accepts records that are older than the settings allow */
                backfill?: "true" | "false";
                /** @description Defaults to the format detected from the first lines */
                format?: "ndjson" | "zeek" | "squid" | "combined" | "suricata" | "csv" | "key-value" | "cef" | "dnsmasq" | "bind" | "unbound" | "route53" | "zscaler" | "palo-alto" | "cloudflare-gateway" | "aws-vpc-flow" | "otel" | "w3c" | "leef" | "netskope" | "umbrella" | "microsoft" | "azure" | "gcp" | "cloudtrail" | "coredns" | "haproxy" | "envoy" | "meraki" | "iptables" | "ecs" | "ocsf" | "wrapped";
                /** @description JSON that maps the columns of a table whose header is missing or not recognised, or the fields of JSON objects, or that contains a Squid `logformat` */
                mapping?: string;
                /** @description Your name for the sensor or log */
                source?: string;
                /** @description The time zone for times that do not specify one. Defaults to UTC. */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB before decompression. `Content-Encoding` can be `gzip`. */
        requestBody: {
            content: {
                "application/x-ndjson": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
        };
    };
    createSensorPreview: {
        parameters: {
            query?: {
                /** @description Defaults to the format detected from the first lines */
                format?: "ndjson" | "zeek" | "squid" | "combined" | "suricata" | "csv" | "key-value" | "cef" | "dnsmasq" | "bind" | "unbound" | "route53" | "zscaler" | "palo-alto" | "cloudflare-gateway" | "aws-vpc-flow" | "otel" | "w3c" | "leef" | "netskope" | "umbrella" | "microsoft" | "azure" | "gcp" | "cloudtrail" | "coredns" | "haproxy" | "envoy" | "meraki" | "iptables" | "ecs" | "ocsf" | "wrapped";
                /** @description JSON that maps the columns of a table whose header is missing or not recognised, or the fields of JSON objects, or that contains a Squid `logformat` */
                mapping?: string;
                /** @description The time zone for times that do not specify one. Defaults to UTC. */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "text/plain": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPreview"];
                };
            };
        };
    };
    listSensorSources: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogSourceList"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberSessionList"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getShadowAiDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowAiDetectionDetail"];
                };
            };
        };
    };
    updateShadowAiDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateShadowAiDetection"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedShadowAiDetection"];
                };
            };
        };
    };
    createShadowAiDetectionExceptionRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestException"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExceptionRequest"];
                };
            };
        };
    };
    listShadowAiDetectionSimilar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarShadowAiDetections"];
                };
            };
        };
    };
    undoShadowAiDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedShadowAiDetection"];
                };
            };
        };
    };
    listShadowAiAssignees: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowAiAssignees"];
                };
            };
        };
    };
    updateShadowAiDetections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateShadowAiDetections"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedShadowAiDetections"];
                };
            };
        };
    };
    undoShadowAiBulk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedShadowAiDetections"];
                };
            };
        };
    };
    getShadowAiCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Catalogue"];
                };
            };
        };
    };
    explainShadowAiCatalogue: {
        parameters: {
            query: {
                /** @description A host name in any common form */
                host: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostExplanation"];
                };
            };
        };
    };
    replaceShadowAiCatalogueOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                host: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CatalogueOverrideDocument"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueHostOverride"];
                };
            };
        };
    };
    deleteShadowAiCatalogueOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listShadowAiDetections: {
        parameters: {
            query?: {
                /** @description E-mail address of the assignee; `none` for unassigned detections */
                assignedTo?: "none" | string;
                category?: "LLM_API" | "LLM_API_CLOUD" | "AGGREGATOR" | "AI_GATEWAY" | "ML_PLATFORM" | "MODEL_HUB" | "AI_SERVICES" | "EMBEDDING_API" | "VECTOR_DB" | "LLM_OPS" | "CHAT_APP" | "CONSOLE" | "SEARCH_APP" | "RESEARCH" | "CODING_ASSISTANT" | "APP_BUILDER" | "AGENT" | "WRITING" | "MEETING_ASSISTANT" | "IMAGE_GEN" | "VIDEO_GEN" | "AUDIO_GEN" | "SPEECH_API" | "SUPPORTING" | "SELF_HOSTED" | "UNKNOWN";
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description The department, as in `departmentHint` */
                department?: string;
                /** @description overdue: past `dueAt`. week: due within seven days. any: has a `dueAt` */
                due?: "overdue" | "week" | "any";
                /** @description 14d: active exceptions whose `exceptionExpiresAt` is within 14 days */
                exceptionEnds?: "14d";
                /** @description Code of a risk factor in the score */
                factor?: "UNREGISTERED_PROVIDER" | "UNREGISTERED_ENDPOINT" | "AGGREGATOR_OR_UNKNOWN_PROCESSOR" | "TRAINS_ON_INPUTS" | "NO_DPA" | "DATA_RESIDENCY_OUTSIDE_POLICY" | "LARGE_UPLOAD" | "FILE_OR_FINETUNE_ENDPOINT" | "AUTOMATED_CLIENT" | "AGENTIC_PATTERN" | "SENSITIVE_DEPARTMENT" | "MULTI_DEPARTMENT" | "HIGH_VOLUME" | "VOLUME_BURST" | "OFF_HOURS" | "LONG_LIVED_STREAMING" | "HIGH_COST" | "POLICY_BLOCKED_ATTEMPTS" | "RECURRENCE" | "EXCEPTION_BREACHED" | "DNS_ONLY" | "LOW_CONFIDENCE";
                /** @description Start of the `detectedAt` range, inclusive */
                from?: string;
                /** @description Maximum number of items per page */
                limit?: number;
                /** @description Minimum `confidence` */
                minConfidence?: number;
                /** @description Minimum `estimatedCostUSD` */
                minCostUSD?: number;
                /** @description Only ONBOARDED detections that this model covers */
                modelId?: string;
                order?: "asc" | "desc";
                /** @description The provider's name, as in `aiProvider` */
                provider?: string;
                /** @description Case-insensitive search in the endpoint and the provider name */
                q?: string;
                resolution?: components["schemas"]["ShadowAiResolution"];
                severity?: components["schemas"]["Severity"];
                /** @description severity: by rank. score: by `riskScore`. cost: by `estimatedCostUSD`. calls: by `estimatedCallVolume`. due: by `dueAt`, detections without one last. Ties are ordered by `id`. */
                sort?: "detectedAt" | "severity" | "score" | "lastSeenAt" | "cost" | "calls" | "due";
                source?: components["schemas"]["ShadowAiSource"];
                status?: components["schemas"]["ShadowAiStatus"];
                /** @description End of the `detectedAt` range, inclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowAiDetectionList"];
                };
            };
        };
    };
    listShadowAiExceptions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                detectionId?: string;
                /** @description Maximum number of items per page */
                limit?: number;
                status?: components["schemas"]["ExceptionRequestStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExceptionRequestList"];
                };
            };
        };
    };
    approveShadowAiException: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DecideException"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExceptionRequest"];
                };
            };
        };
    };
    rejectShadowAiException: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DecideException"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExceptionRequest"];
                };
            };
        };
    };
    withdrawShadowAiException: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExceptionRequest"];
                };
            };
        };
    };
    getShadowAiSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowAiSettingsDocument"];
                };
            };
        };
    };
    replaceShadowAiSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShadowAiSettingsDocumentInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowAiSettingsDocument"];
                };
            };
        };
    };
    getShadowAiStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowAiStats"];
                };
            };
        };
    };
    getPublicVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 hash of a package's file: 64 hexadecimal digits, with or without the prefix `sha256:` */
                packageHash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicPackageVerification"];
                };
            };
        };
    };
    getVerifyKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKeySet"];
                };
            };
        };
    };
    getVerifyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's ID, followed by `.pem` */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-pem-file": unknown;
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Only active (`true`) or disabled (`false`) endpoints */
                active?: "true" | "false";
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    listWebhookEndpointDeliveries: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. Use the same filters. */
                cursor?: string;
                /** @description Maximum number of items per page */
                limit?: number;
                status?: components["schemas"]["WebhookDeliveryStatus"];
                type?: components["schemas"]["WebhookEventType"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    getWebhookEndpointDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
        };
    };
    redeliverWebhookEndpointDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    recoverWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverWebhookDeliveries"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecovery"];
                };
            };
        };
    };
    rotateWebhookEndpointSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecret"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookEndpoint"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    onAlertTriggered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertTriggeredEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAuditCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditCreatedEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAuditHighSeverity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditHighSeverityEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChainIntegrityFailure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChainIntegrityFailureEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChainVerified: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChainVerifiedEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEvidenceExpired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvidenceExpiredEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEvidenceReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvidenceReadyEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onIntegrationDisconnected: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntegrationDisconnectedEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onModelRegistered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelRegisteredEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onShadowAiDetected: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShadowAiDetectedEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onShadowAiResolved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The envelope. Its bytes are the same for every attempt; verify the signature over the raw bytes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShadowAiResolvedEnvelope"];
            };
        };
        responses: {
            /** @description A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
