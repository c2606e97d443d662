"use client";

import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { ImportList } from "./import-list";
import { SourceList } from "./source-list";
import styles from "./sources.module.css";

const UploadDialog = dynamic(() => import("./upload-dialog").then((file) => file.UploadDialog));

/** Where logs come from, whether they still come, and what came of each. */
export function SourcesPage() {
  const [isUploading, setUploading] = useState(false);
  return (
    <Page
      title="Log sources"
      description="Detections come from network logs. Addresses are masked as a log is read, and the log itself is not kept."
      actions={
        <May permission="sensors:write">
          <Button
            size="xs"
            leftSection={<IconUpload size={14} aria-hidden="true" />}
            onClick={() => setUploading(true)}
          >
            Import a log
          </Button>
        </May>
      }
    >
      <div className={styles.section}>
        <h2>Sources</h2>
        <SourceList />
      </div>
      <div className={styles.section}>
        <h2>Imports</h2>
        <ImportList />
      </div>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Page>
  );
}
