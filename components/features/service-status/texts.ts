export const statusPage = {
  title: "Service status",
  description: "The state of the whole installation, for its operator. Other organisations cannot open this page.",
  theStatus: "the service status",
  refresh: "Refresh",
  checked: "Checked",
  byProcess: (process: string) => `by the process ${process}. Other processes can have a different connection.`,
  disabled: {
    title: "The status page is disabled",
    text: "This page is for the operator of the installation. It shows processes, queues and components, and no records of any organisation. To enable it, the operator sets OPERATOR_ORGANISATION to the ID of the operator's organisation and restarts the service.",
    organisationId: "Your organisation's ID",
    goToOrganisation: "Go to the organisation settings",
  },
  tableOf: (title: string) => `${title} table`,
  notRead: { title: "Not checked", text: "This part could not be read. The log contains the reason." },
  processes: {
    title: "Processes",
    note: "Each process reports every 15 seconds. A process that ends without stopping is listed for an hour.",
    none: {
      title: "No processes yet",
      text: "Processes appear here within 15 seconds after they start. Refresh the page.",
    },
    columns: ["Process", "Status", "Role", "Version", "Node.js", "Started", "Last heartbeat", "Clock difference"],
    host: (host: string, pid: number) => `${host}, ${pid}`,
    clock: { ahead: "ahead", behind: "behind", none: "None" },
  },
  queues: {
    title: "Queues",
    note: "Entries of all organisations that wait in the database.",
    columns: ["Queue", "Depth", "Age of the oldest entry", "Details"],
  },
  components: {
    title: "Components",
    note: "Each check runs when you open the page, for at most five seconds.",
    columns: ["Component", "Status", "Details", "Last outcome"],
  },
};
