import { useShortened } from "@/components/ui/data-table/shortened";
import { Section } from "@/components/ui/detail/section";
import { Time } from "@/components/ui/values/time";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { clientRanges as texts } from "../texts/detail";

type ClientRange = ShadowAiDetectionDetail["clientRanges"][number];

const shownFirst = 10;

/** The traffic of each IP range, if there are several. */
export function ClientRanges({ ranges }: { ranges: ClientRange[] }) {
  const { shown, toggle } = useShortened(ranges, shownFirst);
  if (ranges.length < 2) return null;
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
      {toggle}
    </Section>
  );
}
