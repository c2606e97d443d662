import { Time } from "@/components/ui/values/time";
import type { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import type { TimeFormat } from "@/lib/platform/client/format";
import { attemptsText, lastFailureText } from "./labels";

interface EndpointHealthProps {
  endpoint: Pick<WebhookEndpoint, "health">;
  format?: TimeFormat;
}

/** How the latest attempts ended, and when and why the last failure occurred. */
export function EndpointHealth({ endpoint, format = "full" }: EndpointHealthProps) {
  const { lastFailure } = endpoint.health;
  if (!lastFailure) return attemptsText(endpoint);
  return (
    <>
      {attemptsText(endpoint)}. Last failure <Time value={lastFailure.at} format={format} />:{" "}
      {lastFailureText(endpoint)}
    </>
  );
}
