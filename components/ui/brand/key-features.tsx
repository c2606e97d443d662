import { Box, Text } from "@mantine/core";

const features = [
  {
    title: "Tamper-evident audit chain",
    text: "Each event includes the hash of the previous one. If an event is changed, removed or reordered, verification shows where.",
  },
  {
    title: "Independently verifiable",
    text: "Events contain everything needed to recompute their hashes, so auditors can check them with their own software.",
  },
  {
    title: "One audit trail for every model",
    text: "Record inferences, training, deployments, human reviews and alerts from any language over HTTP.",
  },
];

export const tagline = "An append-only, hash-linked record of what your AI models did, who reviewed it and when.";

/** The product's key features, for the sign-in page. */
export function KeyFeatures() {
  return (
    <Box component="dl" display="grid" m={0} style={{ gap: "var(--space-5)" }}>
      {features.map(({ title, text }) => (
        <div key={title}>
          <Text component="dt" fz="md" fw={600}>
            {title}
          </Text>
          <Text component="dd" c="dimmed" fz="md" maw="32rem" m={0} mt="2xs">
            {text}
          </Text>
        </div>
      ))}
    </Box>
  );
}
