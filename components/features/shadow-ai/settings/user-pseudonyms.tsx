"use client";

import { Text } from "@mantine/core";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { useMay } from "@/components/ui/page/session";
import { Time } from "@/components/ui/values/time";
import type { UserPseudonyms as Setting } from "@/lib/domains/shadow-ai/schemas-users";
import { userSettings as texts } from "../texts/users";

const path = "/v1/user-pseudonyms";

/** The setting for user pseudonyms, which administrators can change. */
export function UserPseudonyms() {
  const isAdministrator = useMay("admin");
  const query = useRead<Setting>(keys.userPseudonyms(), path);
  return (
    <Section title={texts.title} note={texts.note} panel>
      <QueryState query={query} label={texts.theSetting} height={60}>
        {({ enabled, enabledAt }) => (
          <>
            <Text size="sm" mb="xs">
              {enabledAt === null ? (
                texts.disabled
              ) : (
                <>
                  {texts.enabledSince}
                  <Time value={enabledAt} />.
                </>
              )}
            </Text>
            {isAdministrator && (
              <ConfirmAction
                label={enabled ? texts.disable : texts.enable}
                question={
                  enabled
                    ? { ...texts.disableQuestion, action: texts.disable, danger: true }
                    : { ...texts.enableQuestion, action: texts.enable }
                }
                send={() => api.put(path, { enabled: !enabled })}
                invalidates={[keys.userPseudonyms(), keys.detections.all(), keys.identifications.all()]}
                success={() => (enabled ? texts.nowDisabled : texts.enabled)}
              />
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
}
