// Made by `npm run client:generate`. Change the schemas of the API instead.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Checkpoint: {
            /** @description `blockHash` of the event at that position */
            headHash: string;
            /**
             * Format: date-time
             * @description UTC with milliseconds
             */
            issuedAt: string;
            /** @description The signing key, as listed by `GET /v1/verify/keys` */
            keyId: string;
            organisationId: string;
            previousCheckpointHash: string;
            /** @description The RFC 6962 tree hash over the raw bytes of every `blockHash` up to that position */
            rootHash: string;
            /** @description Base64-encoded Ed25519 signature of the canonical JSON */
            signature: string;
            /** @description Number of events covered, which equals the position of the last covered event */
            size: number;
        };
        /**
         * Evidence package, form evidence/1
         * @description A sealed evidence bundle in canonical JSON (RFC 8785). evidence-format.md describes its members and how to check them.
         */
        EvidenceBundle: {
            evidence: {
                chain: {
                    attestations?: {
                        cosignatures: {
                            /**
                             * Format: date-time
                             * @description UTC with milliseconds
                             */
                            cosignedAt: string;
                            /** @description The witness's verifier key (vkey). Compare it with the key that the witness publishes. */
                            key: string;
                            /** @description Base64-encoded signature line of the note: key hash, timestamp and Ed25519 signature (c2sp.org/tlog-cosignature) */
                            signature: string;
                            /** @description The name of the witness */
                            witness: string;
                        }[];
                        quorum: number;
                        timestamps: {
                            /** @description The timestamped hash: SHA-256 of the checkpoint's canonical JSON with its signature, as in `previousCheckpointHash` */
                            hash: string;
                            /**
                             * Format: date-time
                             * @description UTC with milliseconds
                             */
                            timestampedAt: string;
                            /** @description Base64-encoded TimeStampToken (DER) */
                            token: string;
                        }[];
                    };
                    checkpoint: components["schemas"]["Checkpoint"] | null;
                    membership: {
                        hashes: string[];
                        treeSize: number;
                    } | null;
                    thread: {
                        from: number;
                        to: number;
                    } | null;
                    verification: {
                        erased?: number;
                        eventsVerified: number;
                        findings: {
                            actual: string | null;
                            chainPosition: number;
                            code: string;
                            eventId: string | null;
                            expected: string | null;
                        }[];
                        findingsTotal: number;
                        from: number;
                        /** @enum {string} */
                        status: "ok" | "failed";
                        to: number;
                        verdicts: {
                            /** @enum {string} */
                            anchor: "ok" | "failed" | "not_checked";
                            /** @enum {string} */
                            checkpoints: "ok" | "failed" | "not_checked";
                            /** @enum {string} */
                            completeness: "ok" | "failed" | "not_checked";
                            /** @enum {string} */
                            content: "ok" | "failed" | "not_checked";
                            /** @enum {string} */
                            linkage: "ok" | "failed" | "not_checked";
                        };
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        verifiedAt: string;
                    };
                    withoutProof: string | null;
                };
                events: {
                    blockHash: string;
                    chainPosition: number;
                    content?: {
                        actor: {
                            id: string;
                            type: string;
                        } & {
                            [key: string]: unknown;
                        };
                        payload: {
                            [key: string]: unknown;
                        };
                        salt: string;
                        tags: string[];
                    };
                    contentHash: string;
                    contentText?: string;
                    /** @enum {string} */
                    disclosure: "listed" | "withheld" | "outside_period" | "erased";
                    erasure?: {
                        blockHash: string;
                        chainPosition: number;
                        contentHash: string;
                        contentText: string;
                        eventType: string;
                        id: string;
                        modelId: string;
                        organisationId: string;
                        previousHash: string;
                        previousModelHash: string;
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        recordedAt: string;
                        severity: string;
                        source: string;
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        timestamp: string;
                    };
                    eventType: string;
                    evidenceId: string | null;
                    id: string;
                    modelId: string;
                    organisationId: string;
                    previousHash: string;
                    previousModelHash: string;
                    /**
                     * Format: date-time
                     * @description UTC with milliseconds
                     */
                    recordedAt: string;
                    severity: string;
                    source: string;
                    /**
                     * Format: date-time
                     * @description UTC with milliseconds
                     */
                    timestamp: string;
                }[];
                framework: {
                    countedAs: string;
                    coverage: {
                        byStatus: {
                            ADVERSE?: number;
                            EVIDENCED: number;
                            NO_EVENTS_IN_PERIOD: number;
                            NOT_EVIDENCED_BY_EVENTS: number;
                            OUT_OF_SCOPE: number;
                            PARTIAL: number;
                            SUPPLIED?: number;
                        };
                        total: number;
                    };
                    documents?: {
                        contentHash: string;
                        id: string;
                        reference: string | null;
                        requirement: string;
                        signedBy: string | null;
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        suppliedAt: string;
                        suppliedBy: string;
                        title: string;
                        validFrom: string | null;
                        validUntil: string | null;
                        version: string | null;
                    }[];
                    edition: string;
                    /** @enum {string} */
                    id: "FCA_SS1_23" | "EU_AI_ACT_ANNEX_IV" | "ISO_42001";
                    issuer: string;
                    mappingVersion: string;
                    name: string;
                    packageTitle?: string;
                    requirements: {
                        adverse?: number;
                        basis?: string;
                        byType: {
                            [key: string]: number;
                        };
                        counted: boolean;
                        document: string | null;
                        events: number;
                        evidence?: {
                            events: number;
                            first: string | null;
                            kind: string;
                            label: string;
                            last: string | null;
                            /** @enum {string} */
                            weight: "adverse" | "strong" | "supporting" | "reference";
                        }[];
                        first: string | null;
                        group: string;
                        id: string;
                        last: string | null;
                        reason: string;
                        sections: string[];
                        /** @enum {string} */
                        status: "ADVERSE" | "EVIDENCED" | "PARTIAL" | "SUPPLIED" | "NO_EVENTS_IN_PERIOD" | "NOT_EVIDENCED_BY_EVENTS" | "OUT_OF_SCOPE";
                        strong: number;
                        text: string;
                        title: string;
                    }[];
                    retention?: {
                        text: string;
                        years: number;
                    };
                    sections: {
                        events: number;
                        eventTypes: {
                            events: number;
                            shows: string;
                            /** @enum {string} */
                            strength: "strong" | "supporting";
                            type: string;
                        }[];
                        id: string;
                        included: boolean;
                        reference: string;
                        strong: number;
                        summary: string;
                        title: string;
                    }[];
                    shortName: string;
                    statement: string;
                };
                generator: {
                    name: string;
                    version: string;
                };
                keys: ({
                    kid: string;
                    kty: string;
                } & {
                    [key: string]: unknown;
                })[];
                limits: string[];
                manifest: {
                    /** @constant */
                    canonicalForm: "RFC 8785";
                    chainSize: number;
                    erased?: number;
                    /** @constant */
                    eventSchema: "audit-event/1";
                    filter: {
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        from: string;
                        modelId: string;
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        to: string;
                    };
                    firstRecordedAt?: {
                        chain: string | null;
                        model: string | null;
                    };
                    /** @constant */
                    hashAlgorithm: "SHA-256";
                    listed: number;
                    /** @constant */
                    ordering: "chainPosition ascending";
                    outsidePeriod: number;
                    withheld: number;
                };
                package: {
                    classification: string;
                    /**
                     * Format: date-time
                     * @description UTC with milliseconds
                     */
                    collectedAt?: string;
                    dateRange: {
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        to: string;
                    };
                    /**
                     * Format: date-time
                     * @description UTC with milliseconds
                     */
                    expiresAt: string;
                    /**
                     * Format: date-time
                     * @description UTC with milliseconds
                     */
                    generatedAt?: string;
                    id: string;
                    includeChainProof: boolean;
                    includeHumanOversight: boolean;
                    model: {
                        description: string | null;
                        id: string;
                        name: string;
                        provider: string | null;
                        riskTier: string | null;
                        version: string | null;
                    };
                    organisation: {
                        id: string;
                        name: string;
                    };
                    recipientName: string | null;
                    /**
                     * Format: date-time
                     * @description UTC with milliseconds
                     */
                    requestedAt: string;
                    requestedBy: {
                        displayName?: string;
                        id: string;
                        type: string;
                    };
                    sections: string[];
                };
                /** @constant */
                schema: "evidence/1";
                statistics: {
                    actors: number;
                    alerts: {
                        acknowledged: number;
                        bySeverity: {
                            [key: string]: number;
                        };
                        resolved: number;
                    };
                    /** @enum {string} */
                    bucket: "week" | "month";
                    buckets: {
                        alerts: number;
                        events: number;
                        humanReviews: number;
                        inferences: number;
                        start: string;
                    }[];
                    bySeverity: {
                        [key: string]: number;
                    };
                    byType: {
                        [key: string]: number;
                    };
                    firstAt: string | null;
                    lastAt: string | null;
                    modelVersions: {
                        events: number;
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        firstAt: string;
                        /**
                         * Format: date-time
                         * @description UTC with milliseconds
                         */
                        lastAt: string;
                        version: string;
                    }[];
                    oversight: {
                        inferencesNotAutomated?: number;
                        inferencesNotReviewed?: number;
                        inferencesReviewed: number;
                        kinds?: {
                            [key: string]: {
                                outcomes: {
                                    [key: string]: number;
                                };
                                reviews: number;
                                withOutcome: number;
                            };
                        };
                        overridden: number;
                        reviewers: number;
                        reviews: number;
                        withOutcome: number;
                    };
                    recording?: {
                        firstAt: string | null;
                        lags: {
                            [key: string]: number;
                        };
                        lastAt: string | null;
                        late: number;
                        longestMs: number | null;
                    };
                };
                summary: {
                    alerts: number;
                    chainIntact: boolean;
                    configChanges: number;
                    deployments: number;
                    humanReviews: number;
                    inferences: number;
                    integrity?: {
                        period: string[];
                        sentence: string;
                        /** @enum {string} */
                        status: "INTACT" | "NOT_INTACT" | "NOT_VERIFIED";
                    };
                    recordedLate?: number;
                    totalEvents: number;
                };
            };
            headHash: string | null;
            seal: {
                /** @constant */
                algorithm: "RSASSA-PKCS1-v1_5-SHA256";
                keyId: string;
                signature: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
