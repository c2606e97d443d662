import { env } from "@/lib/env";
import { singleton } from "@/lib/singleton";
import type { Transport } from "@/lib/webhooks/exchange";
import { guardedAgent } from "@/lib/webhooks/guarded-agent";

/** Connections of this process to receivers. */
export function serviceTransport(): Transport {
  return singleton("webhook-transport", () => {
    const guard = { allowPrivateNetwork: env().WEBHOOK_ALLOW_PRIVATE_NETWORK };
    return { pooled: guardedAgent(guard), fresh: guardedAgent({ ...guard, keepAlive: false }) };
  });
}
