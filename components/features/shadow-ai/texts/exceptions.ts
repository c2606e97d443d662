export const activeExceptions = {
  approved: "Approved",
  activeExceptions: "Active exceptions",
  within14Days: "Within 14 days",
  noActiveExceptions: "No active exceptions",
  end: "End",
  question: { body: "The detection's status will change to Investigating.", action: "End exception" },
  endQuestion: (endpoint: string) => `End the exception for ${endpoint}?`,
};

export const decisionDialog = {
  approve: "Approve",
  reject: "Reject",
  exceptionApproved: "Exception approved.",
  exceptionRequestRejected: "Exception request rejected.",
  title: (action: string, endpoint: string) => `${action} the exception request for ${endpoint}`,
  decisionNotSaved: "Decision not saved",
  riskScore: "Risk score",
  outOf100: (score: number) => `${score}/100`,
  noteToTheRequester: "Note to the requester",
};

export const exceptionActions = {
  withdraw: "Withdraw",
  withdrawQuestion: (endpoint: string) => `Withdraw the exception request for ${endpoint}?`,
  exceptionRequestWithdrawn: "Exception request withdrawn.",
  approve: "Approve…",
  reject: "Reject…",
};

export const exceptionsPage = {
  exceptions: "Exceptions",
  exceptionsDescription:
    "Time-limited approvals for detected AI usage. Approvers decide the requests of other members.",
  view: "View",
  requests: "All exception requests",
  active: "Active exceptions",
  decidedBy: "Decided by",
  endDate: "End date",
  decisionNote: "Decision note",
  exceptionRequests: "Exception requests",
  viewDetection: "View detection",
  empty: {
    title: "No exception requests",
    text: "Analysts, approvers and model owners can request an exception for a detection.",
  },
};

export const approverChanges = {
  noneInLast30Days: "None in the last 30 days",
  noneBeforeDecision: "None in the 30 days before the decision",
};
