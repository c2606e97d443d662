import { Text } from "@mantine/core";
import { Section } from "@/components/ui/detail/section";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { detectionSources as texts } from "../texts/detail";

/** The traffic as each source reported it, and how it was counted. */
export function DetectionSources({ counting }: { counting: ShadowAiDetectionDetail["counting"] }) {
  return (
    <Section title={texts.sources} panel>
      <Text size="sm" mb="xs">
        {counting.sentence}
      </Text>
      <ul className="plain-list" data-divided data-rows>
        {counting.sources.map(({ id, name, ...counts }) => (
          <li key={id ?? name}>
            <span data-grow>{name}</span>
            <span className="quiet">{texts.counts(counts)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
