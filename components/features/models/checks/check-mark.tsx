import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import type { Check } from "./check-result";

const marks = {
  passed: { Icon: IconCircleCheck, color: "var(--good)" },
  attention: { Icon: IconAlertTriangle, color: "var(--doubt)" },
  failed: { Icon: IconCircleX, color: "var(--bad)" },
  none: { Icon: IconInfoCircle, color: "var(--text-quiet)" },
};

/** The icon of a check's result. It needs a text for screen readers next to it. */
export function CheckMark({ result, size }: { result: Check["result"]; size: number }) {
  const { Icon, color } = marks[result];
  return <Icon size={size} color={color} style={{ flex: "none", marginTop: 2 }} aria-hidden="true" />;
}
