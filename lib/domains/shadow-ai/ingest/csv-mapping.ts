import { z } from "zod";
import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import { compileLogformat } from "@/lib/domains/shadow-ai/ingest/formats/squid-logformat";
import { splitDelimited } from "@/lib/domains/shadow-ai/ingest/text/delimited";

const delimiters = [",", ";", "\t", "|"] as const;

/**
 * Possible meanings of a column, with the common names of columns, keys and members in firewall and proxy logs. Times,
 * addresses and URLs are accepted in all common formats. Only lower-case letters and digits count, so
 * `Source IP`, `source_ip` and `sourceIp` are equal. If a line has several names of a kind, the first in this row
 * applies.
 */
const names = {
  time: "epochtime eventtime timestamp datetime time ts rt at logtime receivedtime receivetime timegenerated starttime start requesttime eventtimestamp createdat",
  date: "date",
  client:
    "cltintip cintip clientip client cltip cip csip cltsip srcip sourceip src sourceaddress srcaddr srcaddress clientaddress clientaddr sourceinternalip internalip source remoteip remoteaddr remotehost idorigh userip ipaddress",
  user: "user username srcuser sourceuser sourceusername srcusername suser login cltuser csusername userprincipalname upn usrname",
  // Unlike names of the destination, `hostname` may be that of the device or the client.
  host: "dhost dsthost dsthostname desthost destinationhost destinationhostname destinationdomain destinationdnsdomain cdfqdn host hostname ehost sni servername tlssni dstname fqdn domain domainname query queryname qname dnsquery dnsreq cshost httphost urldomain serverhost targethost requesthost site",
  address:
    "dstip dst cdip srvdip destip destinationip destinationaddress dstaddr destaddress serverip sip idresph targetip",
  port: "dstport cdport srvdport dport destport destinationport dpt serverport idrespp targetport port",
  url: "url eurl request requesturl fullurl uri csuri csuristem urlpath uripath path",
  method: "method requestmethod reqmethod httpmethod csmethod",
  status: "status statuscode httpstatus httpstatuscode responsecode respcode scstatus responsestatus httpcode",
  bytesOut:
    "bytesout sentbyte sentbytes bytessent sent requestsize reqsize requestbytes uploadbytes bytesuploaded csbytes origbytes bytestoserver txbytes upload outbytes out",
  bytesIn:
    "bytesin rcvdbyte rcvdbytes receivedbytes recvbytes bytesreceived rcvd responsesize respsize responsebytes downloadbytes bytesdownloaded scbytes respbytes bytestoclient rxbytes download inbytes in",
  packetsOut: "packetsout sentpkt sentpkts sentpackets packetssent pktstoserver origpkts",
  packetsIn: "packetsin rcvdpkt recvpkts receivedpackets packetsreceived pktstoclient resppkts",
  durationMs: "durationms elapsedms elapsed timetaken timetakenms responsetimems latencyms clienttranstime",
  durationSeconds: "duration durationseconds durationsec elapsedtime elapsedseconds sessionduration",
  transport: "transport proto protocol ipprotocol l4proto",
  userAgent: "useragent ua agent csuseragent requestclientapplication httpuseragent",
  tlsFingerprint: "ja4 tlsfingerprint ja3 ja3hash",
  action: "action act verdict disposition decision policyaction logsubtype fwaction",
  calls: "calls cnt count requests hits repeatcount numsessions",
  department: "department dept departmentname businessunit costcentre costcenter team ou",
};
export type CsvField = keyof typeof names;
const csvFields = Object.keys(names) as [CsvField, ...CsvField[]];

/** Maps the columns of a table, or the fields of JSON objects, to record fields. Others are not read. */
export const CsvMapping = z
  .strictObject({
    columns: z.record(z.string().min(1).max(200), z.enum(csvFields)).optional().meta({
      description:
        "Column meanings by header name, by column number starting at 1 if the file has no header, or by the path of a JSON field such as `client.ip`. Required unless `logformat` is set.",
    }),
    delimiter: z
      .string()
      .min(1)
      .max(8)
      .regex(/^[^"\r\n]+$/, "must not contain quotes or line breaks")
      .default(",")
      .meta({ description: "A space also matches several consecutive spaces." }),
    header: z.boolean().default(true).meta({ description: "Whether the first line contains the column names" }),
    logformat: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .meta({
        description: "The format of Squid's `logformat` directive, instead of columns",
        examples: ["%ts.%03tu %>a %Ss/%03>Hs %<st %>st %rm %ru"],
      }),
  })
  .refine(({ columns, logformat }) => columns !== undefined || logformat !== undefined, {
    path: ["columns"],
    message: "is required unless logformat is set",
  })
  .refine(({ logformat }) => logformat === undefined || compileLogformat(logformat) !== null, {
    path: ["logformat"],
    message: "must contain a time (%ts or %tl) and a destination (%ru, %>rd or %ssl::>sni)",
  })
  .meta({ id: "CsvMapping" });
export type CsvMapping = z.infer<typeof CsvMapping>;

/**
 * Suggests a mapping for a file with this header from common column names. Null if the names include no time or no
 * destination.
 */
export function suggestMapping(header: string): CsvMapping | null {
  const delimiter = delimiterOf(header);
  const columns = splitDelimited(header, delimiter)?.map((column) => column.trim()) ?? [];
  const fields = fieldsOf(columns);
  if (columns.length < 2 || !isEnough(fields)) return null;
  const mapped = [...fields].map(([field, column]) => [column, field] as const);
  return { columns: Object.fromEntries(mapped), delimiter, header: true };
}

function delimiterOf(header: string): (typeof delimiters)[number] {
  const counts = delimiters.map((delimiter) => ({ delimiter, count: splitDelimited(header, delimiter)?.length ?? 0 }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).delimiter;
}

const byName = new Map<string, { field: CsvField; rank: number }>();
for (const [field, row] of Object.entries(names) as [CsvField, string][]) {
  row.split(" ").forEach((name, rank) => {
    byName.set(name, { field, rank });
  });
}

/** All lines of a log have the same columns. */
const knownColumns = new BoundedCache<{ field: CsvField; rank: number } | null>(5_000, 64);

/** The field of each name. Unknown names are omitted; of several names for a field, the best is kept. */
export function fieldsOf(columns: Iterable<string>): Map<CsvField, string> {
  const best = new Map<CsvField, { column: string; rank: number }>();
  for (const column of columns) {
    const known = knownColumns.get(column, meaningOf);
    if (!known) continue;
    const better = best.get(known.field);
    if (!better || known.rank < better.rank) best.set(known.field, { column, rank: known.rank });
  }
  return new Map([...best].map(([field, { column }]) => [field, column]));
}

function meaningOf(column: string): { field: CsvField; rank: number } | null {
  return column.length > 64 ? null : (byName.get(column.toLowerCase().replace(/[^a-z0-9]/g, "")) ?? null);
}

/** Whether these fields make a record: a time and a destination. */
export function isEnough(fields: { has(field: CsvField): boolean }): boolean {
  return (
    (fields.has("time") || fields.has("date")) && (fields.has("host") || fields.has("url") || fields.has("address"))
  );
}
