"use client";

import { Radio, Stack, TextInput } from "@mantine/core";
import { roleNames } from "@/components/app/role-names";
import { type Role, roles } from "@/lib/roles";

const meanings: Record<Role, string> = {
  VIEWER: "Reads the record and the detections",
  ANALYST: "Triages detections, asks for exceptions, prepares evidence",
  MODEL_OWNER: "Keeps the models that carry their address, prepares evidence",
  APPROVER: "Decides on exceptions and detection rules, keeps models",
  AUDITOR: "Reads everything that matters for an audit, prepares evidence",
  ADMIN: "Runs the service: members, keys, webhooks. Decides on no detection",
};

/** What somebody is there for. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <Radio.Group label="Role" value={value} onChange={(chosen) => onChange(chosen as Role)}>
      <Stack gap={6} mt="xs">
        {roles.map((role) => (
          <Radio key={role} value={role} label={roleNames[role]} description={meanings[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface AccessEndProps {
  /** `YYYY-MM-DD`; empty: no end. */
  value: string;
  onChange: (day: string) => void;
  error: string | undefined;
}

/** The last day of somebody's access, as the engagement of an auditor has one. */
export function AccessEnd({ value, onChange, error }: AccessEndProps) {
  return (
    <TextInput
      type="date"
      label="Last day of access"
      description="Empty: no end"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The last moment of a day where the reader is; null for none. */
export function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString();
}
