import {
  iso,
  type LogWriter,
  lookupWriter,
  monthOf,
  resolverAddress,
  syslogTime,
} from "@/lib/domains/shadow-ai/simulate/writers/log-writer";

/** dnsmasq with `log-queries`, over syslog; Pi-hole writes the same. */
export function dnsmasqWriter(): LogWriter {
  return {
    lookup(lookup, emit) {
      const prefix = `${syslogTime(lookup.atMs)} dnsmasq[812]:`;
      const write = (text: string) => emit("dnsmasq.log", lookup.atMs, `${prefix} ${text}`);
      write(`query[${lookup.type}] ${lookup.host} from ${lookup.client.address}`);
      write(`forwarded ${lookup.host} to 9.9.9.9`);
      if (lookup.answers.length === 0) write(`reply ${lookup.host} is NODATA`);
      for (const answer of lookup.answers) write(`reply ${lookup.host} is ${answer}`);
    },
  };
}

/** BIND 9's category `queries`. */
export function bindWriter(): LogWriter {
  return lookupWriter("named.log", (lookup) => {
    const { atMs, client, clientPort, queryId, host, type } = lookup;
    const [year = "", , day = ""] = iso(atMs).slice(0, 10).split("-");
    const at = `${day}-${monthOf(atMs)}-${year} ${iso(atMs).slice(11, 23)}`;
    const from = `client @0x7f2b5c0${queryId.toString(16).padStart(5, "0")} ${client.address}#${clientPort} (${host})`;
    return `${at} queries: info: ${from}: query: ${host} IN ${type} +E(0)K (${resolverAddress})`;
  });
}

/** Unbound with `log-queries`. */
export function unboundWriter(): LogWriter {
  return lookupWriter("unbound.log", (lookup) => {
    const at = Math.floor(lookup.atMs / 1_000);
    return `[${at}] unbound[417:0] info: ${lookup.client.address} ${lookup.host}. ${lookup.type} IN`;
  });
}

/** Route 53 Resolver's log of queries (docs.aws.amazon.com, "Values that appear in Resolver query logs"). */
export function route53Writer(): LogWriter {
  return lookupWriter("resolver.json", (lookup) =>
    JSON.stringify({
      version: "1.100000",
      account_id: "123456789012",
      region: "eu-west-1",
      vpc_id: "vpc-0a1b2c3d4e5f60718",
      query_timestamp: iso(lookup.atMs).replace(/\.\d+Z$/, "Z"),
      query_name: `${lookup.host}.`,
      query_type: lookup.type,
      query_class: "IN",
      rcode: "NOERROR",
      answers: lookup.answers.map((Rdata) => ({ Rdata, Type: lookup.type, Class: "IN" })),
      srcaddr: lookup.client.address,
      srcport: String(lookup.clientPort),
      transport: "UDP",
      srcids: { instance: "i-0a1b2c3d4e5f60718" },
    }),
  );
}
