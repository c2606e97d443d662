"use client";

import dynamic from "next/dynamic";
import { Page } from "@/components/ui/page/page";
import { terms } from "@/components/ui/terms";
import { controlsPage as texts } from "../texts/controls";

const ControlsView = dynamic(() => import("./controls-view").then((file) => file.ControlsView));

/** `now`: server time, so that server and browser compute the same period. */
export function ControlsPage({ now }: { now: number }) {
  return (
    <Page
      title={texts.controls}
      breadcrumbs={[{ label: terms.evidence, href: "/evidence" }]}
      description={texts.pageDescription}
    >
      <ControlsView now={now} />
    </Page>
  );
}
