import { env } from "@/lib/env";
import { singleton } from "@/lib/singleton";
import type { Transport } from "@/lib/webhooks/exchange";
import { guardedAgent } from "@/lib/webhooks/guarded-agent";

const name = "webhook-transport";

/** Connections of this process to receivers. */
export function serviceTransport(): Transport {
  return singleton(name, guardedTransport);
}

/** Has this process reach receivers otherwise. For programs that start it, before anything is sent. */
export function setServiceTransport(change: (usual: Transport) => Transport): void {
  singleton(name, () => change(guardedTransport()));
}

function guardedTransport(): Transport {
  const guard = { allowPrivateNetwork: env().WEBHOOK_ALLOW_PRIVATE_NETWORK };
  return { pooled: guardedAgent(guard), fresh: guardedAgent({ ...guard, keepAlive: false }) };
}
