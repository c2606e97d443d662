import { Button } from "@mantine/core";
import { useState } from "react";
import { Section } from "@/components/ui/detail/section";
import { Time } from "@/components/ui/values/time";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { clientRanges as texts } from "../texts/detail";

type ClientRange = ShadowAiDetectionDetail["clientRanges"][number];

/** Number of ranges shown at first. */
const shownMax = 10;

/** The traffic of each IP range, if there are several. */
export function ClientRanges({ ranges }: { ranges: ClientRange[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (ranges.length < 2) return null;
  const shown = isOpen ? ranges : ranges.slice(0, shownMax);
  return (
    <Section title={texts.networks} panel>
      <ul className="plain-list" data-divided data-rows>
        {shown.map(({ range, calls, dnsQueries, lastSeenAt }) => (
          <li key={range ?? ""}>
            <span data-grow>{range ?? texts.unknownNetwork}</span>
            <span className="quiet">{texts.traffic(calls, dnsQueries)}</span>
            <Time value={lastSeenAt} format="relative" />
          </li>
        ))}
      </ul>
      {shown.length < ranges.length && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setIsOpen(true)}>
          {texts.showAll(ranges.length)}
        </Button>
      )}
    </Section>
  );
}
