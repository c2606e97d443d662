import { Alert, Button, List } from "@mantine/core";
import { detectionQueue as texts } from "../texts/queue";

export interface Failure {
  id: string;
  host: string;
  message: string;
}

/** The detections that were not updated by a bulk change, with the reasons. They stay selected. */
export function Failures({ failures, onClose }: { failures: readonly Failure[]; onClose: () => void }) {
  return (
    <Alert color="red" role="alert" title={texts.notUpdated(failures.length)}>
      {failures.length === 1 ? texts.itIsStillSelected : texts.theyAreStillSelected}
      <List mah={128} style={{ overflowY: "auto" }}>
        {failures.map(({ id, host, message }) => (
          <List.Item key={id}>
            {host}: {message}
          </List.Item>
        ))}
      </List>
      <Button variant="default" size="xs" mt="xs" onClick={onClose}>
        {texts.close}
      </Button>
    </Alert>
  );
}
