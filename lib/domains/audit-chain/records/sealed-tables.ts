/** How the rows of a table are sealed. */
interface SealedTable {
  /** Identifies a record within its organisation. */
  id: string;
  /** The column with the organisation's id. */
  organisation: string;
  /** Columns sealed as text, and timestamp columns. */
  columns: readonly string[];
  times: readonly string[];
  /** Columns sealed as the text of an SQL expression. */
  expressions: Readonly<Record<string, string>>;
  /** Columns that are not sealed, with the reason. */
  except: Readonly<Record<string, string>>;
  /** Condition for the sealed rows. Defaults to all rows. */
  where?: string;
}

type Given = Partial<SealedTable> & Record<"names" | "timeNames", string>;

function table({ names, timeNames, ...given }: Given): SealedTable {
  const [columns, times] = [names.split(/\s+/), timeNames.split(/\s+/)];
  return { id: "id", organisation: "organisation_id", columns, times, expressions: {}, except: {}, ...given };
}

const maintainedByTrigger = "Set by a trigger on every write, for the activity feed.";

/**
 * The governed records: every sealed column, and the reason for each column that is not sealed; a test compares them
 * with the database. Null columns are not in the state, so adding a nullable column leaves states valid.
 */
export const sealedTables = {
  organisations: table({
    id: "id",
    organisation: "id",
    names: `id name tier livemode rate_limit_overrides owner_email evidence_retention_days webhook_retention_days
      mail_retention_days observation_retention_days report_retention_days content_erasure assign_to_members_only
      require_second_factor api_key_lifetime_days`,
    timeNames: "created_at",
  }),
  models: table({
    names: "id organisation_id name version provider risk_tier owner_email description allowed_endpoints system",
    timeNames: "archived_at created_at updated_at",
  }),
  members: table({
    names: "id organisation_id email name role password_hash recovery_codes oidc_issuer oidc_subject",
    timeNames: "password_changed_at totp_enabled_at access_expires_at joined_at disabled_at created_at updated_at",
    // A secret that is not confirmed yet grants nothing, and setting it up is not an event.
    expressions: { totp_secret: "CASE WHEN totp_enabled_at IS NOT NULL THEN totp_secret END" },
    except: {
      last_sign_in_at: "Changes with every sign-in. Sign-ins are recorded on the chain by their own events.",
      totp_last_step: "Changes with every one-time code. It only prevents the reuse of a code.",
      changed_at: maintainedByTrigger,
    },
  }),
  api_keys: table({
    names: "id organisation_id name key_hash hint scopes replaced_by_id",
    timeNames: "expires_at revoked_at created_at",
    except: { last_used_at: "Changes with use, at most once a minute. It grants nothing." },
  }),
  webhook_endpoints: table({
    names: "id organisation_id url events description active secret previous_secret disabled_reason",
    timeNames: "previous_secret_expires_at disabled_at listening_since created_at updated_at deleted_at",
    except: {
      warned_at: "Records when the owner was last warned, so that the warning is sent once.",
      failure_mailed_at: "Records when the owner was last notified of failures, to limit the mails.",
      changed_at: maintainedByTrigger,
    },
  }),
  audit_streams: table({
    names: `id organisation_id name url event_types model_ids min_severity authorization secret previous_secret
      max_events max_bytes max_delay_seconds compression state disabled_reason filter_revision`,
    timeNames: "previous_secret_expires_at active_since created_at updated_at deleted_at",
    except: {
      position: "Moves with every batch. Receivers see a skipped position in the batches themselves.",
      position_at: "Moves with the position.",
      batch_to: "The end of the batch in progress.",
      batch_limit: "Adapts to the batch size that the receiver accepts.",
      lease_id: "The job that works on the stream.",
      lease_until: "The job that works on the stream.",
      woken: "A flag between writers and the job.",
      failures: "A running counter.",
      failing_since: "Follows the running counter.",
      next_attempt_at: "The schedule of the job.",
      next_look_at: "The schedule of the job.",
      last_delivered_at: "Changes with every batch.",
      last_error: "Changes with every attempt.",
      last_status_code: "Changes with every attempt.",
      warned_at: "Records when administrators were last warned.",
      changed_at: maintainedByTrigger,
    },
  }),
  integrations: table({
    names: `id organisation_id kind name models default_model_id silent_after_hours enabled secret previous_secret ticket_settings
      authorization`,
    timeNames: "previous_secret_expires_at listening_since disconnected_at created_at updated_at deleted_at",
    except: {
      last_seen_at: "Changes with every delivery.",
      recorded_deliveries: "A running counter.",
      ignored_deliveries: "A running counter.",
      changed_at: maintainedByTrigger,
    },
  }),
  alert_policies: table({
    names: `id organisation_id name description rule rule_revision severity recipients cooldown_minutes enabled`,
    timeNames: "muted_until created_at updated_at deleted_at",
    except: {
      active_from: "Set after the event that seals the policy: it is the position of that event.",
      changed_at: maintainedByTrigger,
    },
  }),
  telemetry_rules: table({
    names: "id organisation_id service provider model model_id contents",
    timeNames: "created_at updated_at deleted_at",
  }),
  legal_holds: table({
    names: "id organisation_id name reason reference model_ids placed_by released_by release_reason",
    timeNames: "date_from date_to placed_at released_at",
  }),
  evidence_documents: table({
    names: `id organisation_id framework requirement model_id title version signed_by reference content_hash valid_from
      valid_until supplied_by withdrawn_by`,
    timeNames: "supplied_at withdrawn_at",
  }),
  control_assignments: table({
    names: `id organisation_id model_id framework requirement assigned_to due_date note closed_as close_reason`,
    timeNames: "date_from date_to closed_at created_at updated_at",
  }),
  evidence_packages: table({
    names: `id organisation_id model_id model_name framework mapping_version format sections include_chain_proof
      include_human_oversight recipient_name notes requested_by status failure_reason summary coverage package_hash
      package_signature key_id signed_by pages size_bytes storage_key`,
    timeNames: "date_from date_to created_at generated_at timestamped_at expires_at download_url_expires_at",
    except: {
      progress_step: "Progress of the generation, for display.",
      progress_percent: "Progress of the generation, for display.",
      work: "Intermediate results of the generation. What is issued is in the signed file.",
      expiry_told_for: "Records that the expiry of the download URL was announced.",
      heartbeat_at: "Heartbeat of the process that generates the package.",
      changed_at: maintainedByTrigger,
    },
  }),
  shadow_ai_detections: table({
    names: `id organisation_id fingerprint status severity source provider_id provider endpoint access_kind category
      department calls bytes_out bytes_in user_agents ip_ranges registered cost_cents cost_low_cents cost_high_cents
      cost_basis monthly_cost_cents score inputs assessment factor_codes catalogue_version reasons assigned_to notes
      resolution resolved_model_id exception_calls reopened_for merged_into_id snooze_note snooze_max_calls
      snooze_max_bytes_out`,
    timeNames: `detected_at first_seen_at last_seen_at resolved_at exception_expires_at reopened_at created_at updated_at
      closed_at snoozed_until`,
    // Exact for any session precision.
    expressions: { confidence: "encode(float4send(confidence), 'hex')" },
    except: { changed_at: maintainedByTrigger },
  }),
  shadow_ai_exception_requests: table({
    names: `id organisation_id detection_id status justification requested_by_id requested_by decided_by_id decided_by
      decision_note`,
    timeNames: "expires_at created_at decided_at",
    except: { changed_at: maintainedByTrigger },
  }),
  shadow_ai_comments: table({
    names: "id organisation_id detection_id text salt author_id author_name",
    timeNames: "created_at withdrawn_at",
    except: { changed_at: maintainedByTrigger },
  }),
  shadow_ai_tickets: table({
    names: "id organisation_id detection_id integration_id system key url",
    timeNames: "claimed_at created_at",
    except: {
      claimed_until: "Only prevents a second request while the result of the first is unknown.",
      changed_at: maintainedByTrigger,
    },
    where: "key IS NOT NULL",
  }),
  shadow_ai_identifications: table({
    names: `id organisation_id detection_id status user_hash reason requested_by_id requested_by requester_role
      decided_by_id decided_by decider_role decision_note`,
    timeNames: "created_at decided_at expires_at",
    except: {
      user_key: "Deleted with the traffic of the user. The hash remains.",
      changed_at: maintainedByTrigger,
    },
  }),
  shadow_ai_user_keys: table({
    id: "organisation_id",
    names: "organisation_id",
    timeNames: "enabled_at",
    except: { key: "Re-encrypted when the encryption key is rotated." },
  }),
  shadow_ai_settings: table({
    id: "organisation_id",
    names: "organisation_id settings",
    timeNames: "updated_at",
  }),
  shadow_ai_overrides: table({
    id: "host",
    names: "organisation_id host override",
    timeNames: "updated_at",
  }),
  chain_verifications: table({
    names: `id organisation_id status mode from_position to_position expected_head events_verified events_total report`,
    timeNames: "created_at finished_at",
    except: {
      attempts: "Counts the attempts of the run.",
      heartbeat_at: "Heartbeat of the process that works on the run.",
      changed_at: maintainedByTrigger,
    },
    // Passed runs to the end of the chain, which the service reports as the state of the chain. A run in progress changes
    // every second, and a failed run is recorded by its findings.
    where: "status = 'ok' AND to_position IS NULL",
  }),
};

export type SealedTableName = keyof typeof sealedTables;

export const sealedTableNames = Object.keys(sealedTables) as SealedTableName[];

export function isSealedTableName(name: string): name is SealedTableName {
  return Object.hasOwn(sealedTables, name);
}
