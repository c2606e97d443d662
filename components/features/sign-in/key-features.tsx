import { Box, Text } from "@mantine/core";
import { keyFeatures } from "./texts";

/** The product's key features, for the sign-in page. */
export function KeyFeatures() {
  return (
    <Box component="dl" display="grid" m={0} style={{ gap: "var(--space-5)" }}>
      {keyFeatures.map(({ title, text }) => (
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
