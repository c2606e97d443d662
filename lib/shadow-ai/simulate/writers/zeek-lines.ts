/** Of a column; null where it is not set. */
export type Value = string | number | boolean | string[] | null;

/** Name and type of each column, as in the headings `#fields` and `#types`. */
export const columns = {
  conn: columnsOf(`
    proto:enum service:string duration:interval orig_bytes:count resp_bytes:count conn_state:string
    local_orig:bool local_resp:bool missed_bytes:count history:string orig_pkts:count orig_ip_bytes:count
    resp_pkts:count resp_ip_bytes:count tunnel_parents:set[string] ip_proto:count
  `),
  ssl: columnsOf(`
    version:string cipher:string curve:string server_name:string resumed:bool last_alert:string
    next_protocol:string established:bool ssl_history:string cert_chain_fps:vector[string]
    client_cert_chain_fps:vector[string] sni_matches_cert:bool ja3:string ja4:string
  `),
  http: columnsOf(`
    trans_depth:count method:string host:string uri:string referrer:string version:string user_agent:string
    origin:string request_body_len:count response_body_len:count status_code:count status_msg:string
    info_code:count info_msg:string tags:set[enum] username:string password:string proxied:set[string]
    orig_mime_types:vector[string] resp_mime_types:vector[string]
  `),
  dns: columnsOf(`
    proto:enum trans_id:count rtt:interval query:string qclass:count qclass_name:string qtype:count
    qtype_name:string rcode:count rcode_name:string AA:bool TC:bool RD:bool RA:bool Z:count
    answers:vector[string] TTLs:vector[interval] rejected:bool
  `),
  quic: columnsOf(`
    version:string client_initial_dcid:string client_scid:string server_scid:string server_name:string
    client_protocol:string history:string
  `),
} satisfies Record<string, string[]>;

export type Log = keyof typeof columns;

/** After the time, the id and the four parts of the connection, which every log has. */
function columnsOf(text: string): string[] {
  const identity = "ts:time uid:string id.orig_h:addr id.orig_p:port id.resp_h:addr id.resp_p:port";
  return `${identity} ${text}`.trim().split(/\s+/);
}

const names = eachColumn(0);

const types = eachColumn(1);

function eachColumn(part: 0 | 1): Record<Log, string[]> {
  const entries = Object.entries(columns).map(([log, list]) => [
    log,
    list.map((column) => column.split(":")[part] ?? ""),
  ]);
  return Object.fromEntries(entries);
}

export function head(log: Log): string {
  return [
    "#separator \\x09",
    "#set_separator\t,",
    "#empty_field\t(empty)",
    "#unset_field\t-",
    `#path\t${log}`,
    `#fields\t${names[log].join("\t")}`,
    `#types\t${types[log].join("\t")}\n`,
  ].join("\n");
}

export function tsv(_log: Log, values: Value[]): string {
  return values.map(tsvValue).join("\t");
}

function tsvValue(value: Value): string {
  if (value === null) return "-";
  if (typeof value === "boolean") return value ? "T" : "F";
  if (Array.isArray(value)) return value.length === 0 ? "(empty)" : value.join(",");
  return String(value);
}

export function json(log: Log, values: Value[]): string {
  let text = "";
  names[log].forEach((name, index) => {
    const value = values[index] ?? null;
    if (value === null) return;
    const type = types[log][index];
    // Times and intervals are texts here, so that TSV has all their digits.
    const plain = type === "time" || type === "interval" ? Number(value) : jsonList(type, value);
    text += `${text === "" ? "{" : ","}"${name}":${typeof plain === "number" ? plain : JSON.stringify(plain)}`;
  });
  return `${text}}`;
}

function jsonList(type: string | undefined, value: Value): Value | number[] {
  return type === "vector[interval]" && Array.isArray(value) ? value.map(Number) : value;
}
