"use client";

import { Button, Code } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { Link } from "@/components/app/link";
import { FormError } from "@/components/feedback/form-error";
import { CopyButton } from "@/components/values/copy-button";
import { StatusBadge } from "@/components/values/status-badge";
import { useHydrated } from "@/lib/client/use-environment";
import type { EvidencePackage } from "@/lib/evidence/schemas";
import styles from "./evidence.module.css";

/** The ways to check a package: here, on the public page, and with tools that everybody has. */
export function VerifyPackage({ item }: { item: EvidencePackage }) {
  const { id, status, packageHash, packageSignature, keyId, format } = item;
  const verify = useMutation({
    mutationFn: () => api.post<{ authentic: boolean; message: string }>(`/v1/evidence/${id}/verify`, { packageHash }),
  });
  const origin = useHydrated() ? location.origin : "";
  if (status !== "READY" || packageHash === null || packageSignature === null || keyId === null) return null;
  const file = `evidence-${id}.${format.toLowerCase()}`;
  const commands = [
    `sha256sum ${file}   # ${packageHash.replace("sha256:", "")}`,
    `curl -sSO ${origin}/v1/verify/keys/${keyId}.pem`,
    `echo '${packageSignature}' | base64 -d > package.sig`,
    `openssl dgst -sha256 -verify ${keyId}.pem -signature package.sig ${file}`,
  ].join("\n");
  return (
    <section className={styles.section} aria-labelledby="verify">
      <h2 id="verify">Verify</h2>
      <div className={styles.buttons}>
        <Button size="xs" loading={verify.isPending} onClick={() => verify.mutate()}>
          Verify the stored file
        </Button>
        <Button component={Link} href="/verify" size="xs" variant="default">
          Verify a copy in the browser
        </Button>
      </div>
      <FormError error={verify.error} title="It could not be verified" />
      <p aria-live="polite">
        {verify.data && (
          <>
            <StatusBadge kind="verification" value={verify.data.authentic ? "ok" : "failed"} /> {verify.data.message}
          </>
        )}
      </p>
      <h3>With nothing of ours</h3>
      <div className={styles.commands}>
        <Code block tabIndex={0} aria-label="Commands that verify the package">
          {commands}
        </Code>
        <CopyButton value={commands} label="commands" />
      </div>
    </section>
  );
}
