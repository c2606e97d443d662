"use client";

import { Button, Checkbox, FileInput, Group, Progress, Select, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { keys } from "@/components/ui/api/keys";
import { FormError } from "@/components/ui/feedback/form-error";
import { useDroppedFile } from "@/components/ui/forms/use-dropped-file";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { logFormatTitles } from "@/lib/domains/shadow-ai/ingest/log-formats";
import type { ImportReport, LogImport } from "@/lib/domains/shadow-ai/schemas-sources";
import { common } from "../texts/common";
import { importResult, uploadDialog as texts } from "../texts/sources";
import { BackgroundImport, ImportResult } from "./import-result";
import { LogPreview } from "./log-preview";
import { sourceNameOf, uploadLog } from "./upload-log";

type Format = NonNullable<LogImport["format"]>;

const formats = Object.entries(logFormatTitles).map(([value, label]) => ({ value, label }));

interface UploadDialogProps {
  /** The files that were dropped on the page. The first one is selected. */
  dropped: File[];
  onClose: () => void;
}

/** Uploads a log file, shows the progress, and then the result. */
export function UploadDialog({ dropped, onClose }: UploadDialogProps) {
  const cache = useQueryClient();
  const [file, setFile] = useState(dropped[0] ?? null);
  const [ignored, setIgnored] = useState(dropped.length - 1);
  const [source, setSource] = useState(file ? sourceNameOf(file.name) : "");
  const [format, setFormat] = useState<string | null>(null);
  const [mapping, setMapping] = useState("");
  const [timeZone, setTimeZone] = useState("");
  const [isBackfill, setBackfill] = useState(false);
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController>(null);
  const upload = useMutation<ImportReport, Error, File>({
    mutationFn: (chosen) => {
      const controller = new AbortController();
      stop.current = controller;
      setShare(0);
      return uploadLog({
        file: chosen,
        source: source.trim() || sourceNameOf(chosen.name),
        format: format as Format | null,
        mapping,
        timeZone: timeZone.trim(),
        backfill: isBackfill,
        onProgress: setShare,
        signal: controller.signal,
      });
    },
    onSettled: () =>
      Promise.all(
        [keys.sources.all(), keys.imports.all(), keys.detections.all(), keys.overview()].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const errors = fieldErrors(upload.error);

  function choose(chosen: File | null, others = 0): void {
    setFile(chosen);
    setIgnored(others);
    const isTyped = source !== "" && source !== (file && sourceNameOf(file.name));
    if (chosen && !isTyped) setSource(sourceNameOf(chosen.name));
  }
  useDroppedFile(([one, ...others]) => {
    if (one && !upload.isPending && !upload.data) choose(one, others.length);
  });

  return (
    <Dialog
      onClose={() => {
        stop.current?.abort();
        onClose();
      }}
      title={common.importLog}
      size="lg"
    >
      {upload.data ? (
        <Stack>
          {upload.data.status === "QUEUED" ? (
            <BackgroundImport id={upload.data.importId} />
          ) : (
            <>
              <p role="status">{importResult.importComplete}</p>
              <ImportResult report={upload.data} />
            </>
          )}
          <Group justify="flex-end">
            <Button component={Link} href="/shadow-ai" variant="default">
              {texts.viewDetections}
            </Button>
            <Button onClick={onClose}>{terms.done}</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (file) upload.mutate(file);
          }}
        >
          <Stack>
            <FormError error={upload.error} title={texts.importNotCompleted} />
            <FileInput
              label={texts.logFile}
              description={texts.logFileDescription}
              placeholder={texts.logFilePlaceholder}
              required
              value={file}
              error={errors.body}
              onChange={(chosen) => choose(chosen)}
            />
            {file && ignored > 0 && <p role="status">{texts.onlyFirst(file.name, ignored)}</p>}
            <TextInput
              label={common.source}
              description={texts.sourceDescription}
              value={source}
              error={errors.source}
              onChange={(event) => setSource(event.currentTarget.value)}
            />
            <Select
              label={terms.format}
              placeholder={texts.formatPlaceholder}
              clearable
              data={formats}
              value={format}
              error={errors.format}
              onChange={setFormat}
            />
            <TextInput
              {...texts.timeZone}
              value={timeZone}
              error={errors.timeZone}
              onChange={(event) => setTimeZone(event.currentTarget.value)}
            />
            <LogPreview
              file={file}
              options={{ format, mapping, timeZone: timeZone.trim() }}
              error={errors.mapping}
              onMapping={setMapping}
            />
            <Checkbox
              label={texts.acceptRecordsOlder}
              checked={isBackfill}
              onChange={(event) => setBackfill(event.currentTarget.checked)}
            />
            {upload.isPending && (
              <div aria-live="polite">
                <Progress
                  value={share * 100}
                  aria-label={texts.percentSent(Math.round(share * 100))}
                  animated={share === 1}
                />
                <p>{share < 1 ? texts.bytesSent(share, file?.size) : texts.uploadCompleteImporting}</p>
              </div>
            )}
            <Group justify="flex-end">
              <Button
                variant="default"
                onClick={() => {
                  stop.current?.abort();
                  if (!upload.isPending) onClose();
                }}
              >
                {upload.isPending ? texts.stop : terms.cancel}
              </Button>
              <Button type="submit" disabled={!file} loading={upload.isPending}>
                {texts.import}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
