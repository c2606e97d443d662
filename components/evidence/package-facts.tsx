"use client";

import { Link } from "@/components/app/link";
import { Bytes, Count } from "@/components/values/figures";
import { Hash } from "@/components/values/hash";
import { Id } from "@/components/values/id";
import { KeyValue } from "@/components/values/key-value";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { EvidencePackage } from "@/lib/evidence/schemas";
import styles from "./evidence.module.css";
import { KeptUntil } from "./kept-until";

/** What was asked for, and what came of it. */
export function PackageFacts({ item }: { item: EvidencePackage }) {
  const { dateRange, requestedBy } = item;
  return (
    <section className={styles.section} aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <KeyValue
        rows={[
          [
            "Model",
            <Link key="model" href={`/models/${item.modelId}`}>
              {item.modelName}
            </Link>,
          ],
          [
            "Period",
            <span key="period">
              <Time value={dateRange.from} format="day" /> to <Time value={dateRange.to} format="day" />
            </span>,
          ],
          ["Sections", item.sections.map(wordsOf).join(", ")],
          ["Format", item.format],
          ["Pages", item.pages === null ? null : <Count key="pages" value={item.pages} />],
          ["Size", item.sizeBytes === null ? null : <Bytes key="size" value={item.sizeBytes} />],
          ["Chain proof", item.includeChainProof ? "Included" : "Left out"],
          ["Human reviews", item.includeHumanOversight ? "Listed" : "Counted only"],
          ["For", item.recipientName],
          ["Asked by", requestedBy.displayName ?? requestedBy.id],
          ["Asked", <Time key="asked" value={item.createdAt} />],
          ["Generated", <Time key="generated" value={item.generatedAt} none="Not yet" />],
          ["Kept until", <KeptUntil key="kept" item={item} />],
          ["Signed by", item.signedBy],
          ["Key", item.keyId && <a href={`/v1/verify/keys/${item.keyId}.pem`}>{item.keyId}</a>],
          ["SHA-256", <Hash key="hash" value={item.packageHash} label="package hash" />],
          ["Notes, not in the file", item.notes],
          ["Id", <Id key="id" value={item.id} />],
        ]}
      />
    </section>
  );
}
