export const productName = "Governance Audit Service";
