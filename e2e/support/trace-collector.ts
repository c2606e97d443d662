import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

/** An exported span, with its attributes as a plain object. */
export interface ExportedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  kind: number;
  attributes: Record<string, unknown>;
  isError: boolean;
}

export interface TraceCollector {
  url: string;
  spans: ExportedSpan[];
  /** Every received body, unchanged. */
  bodies: string[];
  headers: Record<string, string | string[] | undefined>[];
  resource: Record<string, unknown>;
  /** Sets the status of later responses; 0 sends no response. */
  answer(status: number): void;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<ExportedSpan, "attributes"> & { attributes: Attribute[]; status: { code?: number } })[];
    }[];
  }[];
}

/** A collector for OpenTelemetry's protocol over HTTP with JSON. */
export async function startTraceCollector(port = 0): Promise<TraceCollector> {
  let status = 200;
  const collector: Pick<TraceCollector, "spans" | "bodies" | "headers" | "resource"> = {
    spans: [],
    bodies: [],
    headers: [],
    resource: {},
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks);
    const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent).toString();
    collector.headers.push(request.headers);
    if (request.url === "/v1/traces" && status === 200) {
      collector.bodies.push(text);
      for (const { resource, scopeSpans } of (JSON.parse(text) as ExportRequest).resourceSpans) {
        collector.resource = plain(resource.attributes);
        for (const { spans } of scopeSpans) collector.spans.push(...spans.map(toSpan));
      }
    }
    if (status !== 0) response.writeHead(status, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(next: number) {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function toSpan(span: ExportRequest["resourceSpans"][0]["scopeSpans"][0]["spans"][0]): ExportedSpan {
  return {
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? "",
    kind: span.kind,
    attributes: plain(span.attributes),
    isError: span.status.code === 2,
  };
}

function plain(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
