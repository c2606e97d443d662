"use client";

import { Alert, Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { Link } from "@/components/app/link";
import { Page } from "@/components/app/page";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { StatusBadge } from "@/components/values/status-badge";
import type { EvidencePackage } from "@/lib/evidence/schemas";
import { Coverage } from "./coverage";
import styles from "./evidence.module.css";
import { frameworkName } from "./framework-names";
import { GenerationProgress } from "./generation-progress";
import { PackageFacts } from "./package-facts";
import { VerifyPackage } from "./verify-package";

const breadcrumbs = [{ label: "Evidence", href: "/evidence" }];

/** One package: how far it is, what is in it, and how to check it. */
export function EvidenceDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.evidence.one(id),
    queryFn: ({ signal }) => api.get<EvidencePackage>(`/v1/evidence/${id}`, undefined, { signal }),
  });
  if (query.data) return <PackageView item={query.data} />;
  return (
    <Page title="Evidence package" breadcrumbs={breadcrumbs}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={280} label="the package" />
      )}
    </Page>
  );
}

function PackageView({ item }: { item: EvidencePackage }) {
  const { framework, modelName, status, failureReason, modelId } = item;
  return (
    <Page
      title={`${frameworkName(framework)}: ${modelName}`}
      breadcrumbs={breadcrumbs}
      description={<StatusBadge kind="evidence" value={status} />}
      actions={status === "READY" && <Download item={item} />}
    >
      <div aria-live="polite">{status === "GENERATING" && <GenerationProgress progress={item.progress} />}</div>
      {status === "FAILED" && (
        <Alert color="red" role="alert" mb="md" title="The package could not be generated">
          <p>{failureReason}</p>
          <Link href={`/evidence/new?modelId=${modelId}&framework=${framework}`}>Ask for it again</Link>
        </Alert>
      )}
      {status === "EXPIRED" && (
        <Alert color="gray" mb="md" title="The file is kept no longer">
          Its hash and signature stay, so that a copy that somebody has can still be verified.
        </Alert>
      )}
      <div className={styles.columns}>
        <div>
          {item.summary && !item.summary.chainIntact && (
            <Alert color="red" role="alert" mb="md" title="The chain was broken when this was made">
              The package says so too, and where.
            </Alert>
          )}
          <Coverage item={item} />
          <VerifyPackage item={item} />
        </div>
        <PackageFacts item={item} />
      </div>
    </Page>
  );
}

/** Follows the download URL; one that has ended is replaced first. */
function Download({ item: { id, format, downloadUrl } }: { item: EvidencePackage }) {
  const renew = useSend<void, { downloadUrl: string }>({
    send: () => api.post(`/v1/evidence/${id}/download-url`),
    invalidates: [keys.evidence.one(id)],
    onSuccess: (renewed) => location.assign(renewed.downloadUrl),
  });
  const icon = <IconDownload size={14} aria-hidden="true" />;
  if (downloadUrl === null) {
    return (
      <Button size="xs" leftSection={icon} loading={renew.isPending} onClick={() => renew.mutate()}>
        Download {format}
      </Button>
    );
  }
  return (
    <Button component="a" href={downloadUrl} size="xs" leftSection={icon}>
      Download {format}
    </Button>
  );
}
