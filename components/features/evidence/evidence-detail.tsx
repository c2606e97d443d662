"use client";

import { Alert, Button, Code, Group, Progress } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import detail from "@/components/ui/detail/detail.module.css";
import { Notice } from "@/components/ui/detail/notice";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { CopyButton } from "@/components/ui/values/copy";
import { Bytes, Count } from "@/components/ui/values/figures";
import { Hash, Id } from "@/components/ui/values/identifiers";
import { KeyValue, type KeyValueRow } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Period, Time } from "@/components/ui/values/time";
import { nameOfActor } from "@/lib/domains/audit-chain/enums";
import { generationSteps } from "@/lib/domains/evidence/enums";
import type { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { countedText, signerName } from "@/lib/platform/client/format";
import { useHydrated } from "@/lib/platform/client/use-environment";
import { eventsHref } from "./controls/controls";
import { CoverageBar } from "./coverage-bar";
import styles from "./evidence.module.css";
import { frameworkName, sectionTitle } from "./frameworks";
import { Controls } from "./package-controls";
import { RetainedUntil } from "./retained-until";
import { RetentionNote } from "./retention-note";
import { common } from "./texts/common";
import { evidenceDetail as texts } from "./texts/packages";

export function EvidenceDetail({ id }: { id: string }) {
  return (
    <ResourcePage<EvidencePackage>
      queryKey={keys.evidence.one(id)}
      path={`/v1/evidence/${id}`}
      kind={{ ...texts.kind, height: 280 }}
      breadcrumbs={[{ label: terms.evidence, href: "/evidence" }]}
      title={({ framework, modelName }) => `${frameworkName(framework)}: ${modelName}`}
      description={({ status, dateRange }) => (
        <>
          <StatusBadge kind="evidence" value={status} /> <Period value={dateRange} />
        </>
      )}
      actions={(item) => item.status === "READY" && <Download item={item} />}
    >
      {(item) => <PackageView item={item} />}
    </ResourcePage>
  );
}

function PackageView({ item }: { item: EvidencePackage }) {
  const { framework, status, failureReason, modelId, generatedAt, expiresAt, held, summary } = item;
  const isIntact = summary !== null && integrityOf(summary) === "INTACT";
  return (
    <Columns
      details={
        <>
          <VerifyPackage item={item} />
          <PackageFacts item={item} />
        </>
      }
      after={<Controls item={item} />}
    >
      <div aria-live="polite">{status === "GENERATING" && <GenerationProgress progress={item.progress} />}</div>
      {status === "FAILED" && (
        <Alert color="red" role="alert" title={texts.generationFailed}>
          <p>{failureReason}</p>
          <Link href={`/evidence/new?modelId=${modelId}&framework=${framework}`}>{texts.requestItAgain}</Link>
        </Alert>
      )}
      {status === "EXPIRED" && (
        <Alert color="gray" title={texts.thisPackageHasExpired}>
          {texts.expiredNotice}
        </Alert>
      )}
      {!isIntact && <ChainIntegrity item={item} />}
      <Coverage item={item} />
      {isIntact && <ChainIntegrity item={item} />}
      {status === "READY" && generatedAt !== null && expiresAt !== null && !held && (
        <RetentionNote framework={framework} generatedAt={generatedAt} expiresAt={expiresAt} />
      )}
    </Columns>
  );
}

/** The result of the chain verification if it did not pass, and notes on the events. */
export function ChainIntegrity({ item }: { item: EvidencePackage }) {
  const { summary } = item;
  if (!summary) return null;
  const { integrity, recordedLate = 0, totalEvents } = summary;
  const status = integrityOf(summary);
  const notes = [
    ...(status === "INTACT" ? [] : [integrity?.sentence ?? ""]),
    ...(recordedLate > 0 ? [texts.recordedLate(recordedLate, totalEvents)] : []),
    ...(integrity?.period ?? []),
    ...(status === "NOT_INTACT" ? [texts.positionsListed] : []),
  ].filter(Boolean);
  if (status === "INTACT" && notes.length === 0) return null;
  return (
    <Notice title={texts.alertTitles[status]} notes={notes} isError={status === "NOT_INTACT"}>
      {recordedLate > 0 && <Link href={eventsHref(item, { eventType: null })}>{texts.viewEvents}</Link>}
    </Notice>
  );
}

function integrityOf({ integrity, chainIntact }: NonNullable<EvidencePackage["summary"]>) {
  return integrity?.status ?? (chainIntact ? "INTACT" : "NOT_INTACT");
}

/** Downloads the file. Requests a new download URL if the previous one has expired. */
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
        {texts.download(format)}
      </Button>
    );
  }
  return (
    <Button component="a" href={downloadUrl} size="xs" leftSection={icon}>
      {texts.download(format)}
    </Button>
  );
}

function GenerationProgress({ progress }: Pick<EvidencePackage, "progress">) {
  const current = progress ? generationSteps.indexOf(progress.step) : -1;
  return (
    <Section title={progress ? texts.stepLabels[progress.step] : texts.queued} panel>
      <Progress value={progress?.percent ?? 0} aria-label={texts.stepProgress(progress?.percent)} />
      <ol className={styles.steps}>
        {generationSteps.map((step, index) => (
          <li key={step} data-state={index < current ? "done" : index === current ? "current" : "waiting"}>
            {texts.stepLabels[step]}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Coverage by status. */
export function Coverage({ item: { coverage, controls, documents, summary } }: { item: EvidencePackage }) {
  if (!coverage || !summary) return null;
  return (
    <CoverageBar coverage={coverage} controls={controls} documents={documents} note={texts.basedOn(summary)}>
      {Boolean(coverage.byStatus.ADVERSE) && (
        <Alert color="red" title={texts.adverseEvidence}>
          {texts.adverseEvidenceNotice}
        </Alert>
      )}
    </CoverageBar>
  );
}

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
    <Section title={texts.verify} panel>
      <Group gap={8} mb={8}>
        <Button size="xs" loading={verify.isPending} onClick={() => verify.mutate()}>
          {texts.verifyTheStoredFile}
        </Button>
        <Button component={Link} href="/verify" size="xs" variant="default">
          {texts.verifyCopyBrowser}
        </Button>
      </Group>
      <FormError error={verify.error} title={texts.verificationFailed} />
      <p aria-live="polite">
        {verify.data && (
          <>
            <StatusBadge kind="verification" value={verify.data.authentic ? "ok" : "failed"} /> {verify.data.message}
          </>
        )}
      </p>
      <details className={styles.collapsed}>
        <summary>{texts.verifyWithStandardTools}</summary>
        <div className={detail.program}>
          <Code block tabIndex={0} aria-label={texts.commandsVerifyPackage}>
            {commands}
          </Code>
          <CopyButton value={commands} label={texts.commands} />
        </div>
      </details>
    </Section>
  );
}

export function PackageFacts({ item }: { item: EvidencePackage }) {
  const { dateRange, requestedBy } = item;
  return (
    <Section title={terms.details} panel>
      <KeyValue
        rows={[
          [
            terms.model,
            <Link key="model" href={`/models/${item.modelId}`}>
              {item.modelName}
            </Link>,
          ],
          ...(item.modelVersion === null
            ? []
            : ([[texts.modelVersion, texts.registeredVersion(item.modelVersion)]] satisfies KeyValueRow[])),
          [terms.period, <Period key="period" value={dateRange} />],
          [
            terms.events,
            item.summary && (
              <Link key="events" href={eventsHref(item, { eventType: null })}>
                {countedText(item.summary.totalEvents, "event")}
              </Link>
            ),
          ],
          [common.sections, item.sections.map(sectionTitle).join("; ")],
          [terms.format, item.format],
          ...(item.generatedAt === null ? [] : rowsOfFile(item)),
          [texts.chainProof, item.includeChainProof ? texts.included : texts.notIncluded],
          [texts.humanReviews, item.includeHumanOversight ? texts.listed : texts.countedOnly],
          [texts.recipient, item.recipientName],
          [terms.requestedBy, nameOfActor(requestedBy)],
          [terms.requested, <Time key="requested" value={item.createdAt} />],
          [texts.internalNotes, item.notes],
          [terms.id, <Id key="id" value={item.id} />],
        ]}
      />
    </Section>
  );
}

/** The rows for the generated file. */
function rowsOfFile(item: EvidencePackage): KeyValueRow[] {
  return [
    ...(item.pages === null
      ? []
      : ([[common.pages, <Count key="pages" value={item.pages} />]] satisfies KeyValueRow[])),
    [terms.size, item.sizeBytes === null ? null : <Bytes key="size" value={item.sizeBytes} />],
    [texts.auditChain, item.summary?.integrity && texts.integrityLabels[item.summary.integrity.status]],
    [terms.generated, <Time key="generated" value={item.generatedAt} />],
    [common.retainedUntil, <RetainedUntil key="retained" item={item} />],
    [common.signedBy, item.signedBy && signerName({ signedBy: item.signedBy, keyId: item.keyId })],
    [terms.key, item.keyId && <a href={`/v1/verify/keys/${item.keyId}.pem`}>{item.keyId}</a>],
    ...(item.format === "PDF" && item.keyId
      ? ([
          [texts.signatureTimestamp, <Time key="timestamp" value={item.timestampedAt} none={terms.none} />],
        ] satisfies KeyValueRow[])
      : []),
    ["SHA-256", <Hash key="hash" value={item.packageHash} label={texts.packageHash} />],
  ];
}
