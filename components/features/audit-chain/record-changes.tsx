"use client";

import dynamic from "next/dynamic";

/** Loaded after the pages of records, which need little else of the audit trail. */
export const RecordChanges = dynamic(() => import("./change-list").then((file) => file.ChangeList));
