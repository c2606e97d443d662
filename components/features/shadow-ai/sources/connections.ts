import { connections as texts } from "../texts/sources";

export interface Connection {
  name: string;
  /** Describes the value. */
  label: string;
  /** The address, command or setting to copy. Keys and the names of buckets are placeholders in angle brackets. */
  value: string;
  /** The section of docs/operations/log-sources.md. */
  guide: string;
  /** The scopes of the API key, if they differ from `sensors:write`. */
  scopes?: string;
}

/** The supported ways to send logs, with the service's address and the source: docs/operations/log-sources.md. */
export function connectionsTo(origin: string, source: string): Connection[] {
  const services = `${origin}/services`;
  return [
    {
      ...texts.http,
      value: lines(
        `curl "${origin}/v1/sensors/observations?source=${source}"`,
        '-H "Authorization: Bearer <API key>" -H "Content-Type: text/plain"',
        "--data-binary @access.log",
      ),
      guide: "import-over-http",
    },
    { ...texts.splunk, value: `${services}/collector?source=${source}`, guide: "splunk-hec-senders" },
    {
      ...texts.logpush,
      value: `${services}/logpush?source=${source}&header_Authorization=Bearer%20<API key>`,
      guide: "cloudflare-logpush",
    },
    { ...texts.firehose, value: `${services}/firehose?source=${source}`, guide: "amazon-data-firehose" },
    { ...texts.otlp, value: `${services}/otlp/v1/logs?source=${source}`, guide: "opentelemetry-collector" },
    {
      ...texts.syslog,
      value: lines(
        "GOVERNANCE_API_KEY='<API key>'",
        `npm run syslog -- --url ${origin} --spool /var/spool/governance`,
        "--host 0.0.0.0 --tls 6514 --cert server.pem --key server.key --client-ca senders.pem",
        `--source ${source}=<IP address of the sender>`,
      ),
      guide: "receive-syslog",
    },
    {
      ...texts.bucket,
      value: lines(
        "GOVERNANCE_API_KEY='<API key>'",
        `npm run pull -- --url ${origin} --state /var/lib/governance-pull`,
        `--region <region> --source ${source}=s3://<bucket>/<prefix>/`,
      ),
      guide: "buckets",
    },
  ];
}

/** A shell command on several lines. */
function lines(...parts: string[]): string {
  return parts.join(" \\\n  ");
}
