import { eventTypes } from "@/lib/domains/audit-chain/enums";
import { failedTests, group, unlawfulData } from "@/lib/domains/evidence/frameworks/rows";

const supplier = "The organisation";

/** The controls of Annex A, with their full titles. */
export const controls = [
  ...group({ name: "A.2 Policies related to AI", section: "LEADERSHIP_POLICY_ROLES", supplier }, [
    {
      id: "A.2.2",
      title: "AI policy",
      text: "Maintain a written policy on how the organisation develops or uses AI.",
      basis: "Change events can show when a policy that applies to the model changed. They do not contain the policy.",
      supporting: "change.policy inference.policy",
      supply: "the AI policy",
    },
    {
      id: "A.2.3",
      title: "Alignment with other organizational policies",
      text: "Identify existing policies that apply to the AI objectives or need to change because of them.",
      basis: "Events do not show how policies relate to each other.",
      supply: "an analysis of how other policies relate to the AI objectives",
    },
    {
      id: "A.2.4",
      title: "Review of the AI policy",
      text: "Review the AI policy at planned intervals and when circumstances require.",
      basis:
        "Recorded policy reviews show that reviews took place. They do not show the review interval or the results.",
      supporting: "policy.reviewed change.policy",
      supply: "the records of the AI policy reviews",
    },
  ]),
  ...group({ name: "A.3 Internal organization", section: "LEADERSHIP_POLICY_ROLES", supplier }, [
    {
      id: "A.3.2",
      title: "AI roles and responsibilities",
      text: "Define and allocate roles and responsibilities for AI according to the needs of the organisation.",
      basis:
        "Events can identify the model's owner and the people who approved changes. They do not define roles. Changes approved by the person who made them are adverse evidence.",
      strong: "change.owner",
      supporting: "change.approved deployment.approved review.role",
      adverse: "change.selfApproved",
      supply: "a description of AI roles and responsibilities",
    },
    {
      id: "A.3.3",
      title: "Reporting of concerns",
      text: "Give people a way to raise concerns about the organisation's conduct at any stage of the AI system life cycle.",
      basis:
        "Recorded concerns and escalations show that a reporting channel is used. They do not describe the process.",
      supporting: "concern.raised case.escalated",
      supply: "the procedure for reporting concerns",
    },
  ]),
  ...group({ name: "A.4 Resources for AI systems", section: "RESOURCES", supplier }, [
    {
      id: "A.4.2",
      title: "Resource documentation",
      text: "Identify and document the resources required for each stage of the AI system life cycle.",
      basis: "Training and deployment events can record individual resources. They are not a complete inventory.",
      strong: "training.reproducible",
      supporting: "training.data training.method training.compute deployment.components deployment.vendor",
      supply: "the resource documentation",
    },
    {
      id: "A.4.3",
      title: "Data resources",
      text: "Document the data resources used for the AI system.",
      basis:
        "Training events that record the data's source, hash or version are strong evidence that individual data sets are documented.",
      strong: "training.provenance",
      supporting: "training.data access.lawful access.recorded",
      supply: "the documentation of the data resources",
    },
    {
      id: "A.4.4",
      title: "Tooling resources",
      text: "Document the tooling resources used for the AI system, such as algorithms, models, frameworks and evaluation tools.",
      basis:
        "Training events that record the code, base model or settings are strong evidence that individual tools are documented.",
      strong: "training.method",
      supporting: "deployment.components deployment.vendor",
      supply: "the documentation of the tooling resources",
    },
    {
      id: "A.4.5",
      title: "System and computing resources",
      text: "Document the system and computing resources used for the AI system.",
      basis:
        "Training events that record computing resources are strong evidence that the resources used for individual runs are documented.",
      strong: "training.compute",
      supporting: "deployment.components",
      supply: "the documentation of the system and computing resources",
    },
    {
      id: "A.4.6",
      title: "Human resources",
      text: "Document the human resources, and their competences, that the AI system requires throughout its life cycle.",
      basis:
        "Events can identify the people who performed actions. They do not show whether these people are competent.",
      supporting: "training.initiator deployment.approved review.role",
      supply: "competence records for the people involved",
    },
  ]),
  ...group({ name: "A.5 Assessing impacts of AI systems", section: "RISK_AND_IMPACT_ASSESSMENT", supplier }, [
    {
      id: "A.5.2",
      title: "AI system impact assessment process",
      text: "Establish a process to assess the consequences of AI systems for individuals, groups and society.",
      basis:
        "Recorded impact assessments show that the process was used. They do not describe the process. An impact assessment with a negative outcome supports this control, but is also listed as a finding about the AI system.",
      supporting: "impact.assessed impact.negative",
      supply: "a description of the impact assessment process",
    },
    {
      id: "A.5.3",
      title: "Documentation of AI system impact assessments",
      text: "Document the results of impact assessments and retain them for a defined period.",
      basis:
        "Events can record that an assessment took place. They do not contain its documentation. An impact assessment with a negative outcome supports this control, but is also listed as a finding about the AI system.",
      supporting: "impact.assessed impact.negative",
      supply: "the documented impact assessments",
    },
    {
      id: "A.5.4",
      title: "Assessing AI system impact on individuals or groups of individuals",
      text: "From design to retirement, examine how the system could affect particular people and groups, and record the results.",
      basis:
        "Impact assessments and test results for groups of people support this control. Alerts about bias show that an issue was found, not that impacts were assessed. An impact assessment with a negative outcome supports this control, but is also listed as a finding about the AI system.",
      supporting: "impact.assessed impact.negative test.groups alert.groups concern.raised",
      supply: "an assessment of impacts on individuals and groups",
    },
    {
      id: "A.5.5",
      title: "Assessing societal impacts of AI systems",
      text: "From design to retirement, examine how the system could affect society, and record the results.",
      basis: "Events do not document the assessment of societal impacts.",
      supply: "an assessment of societal impacts",
    },
  ]),
  ...group({ name: "A.6 AI system life cycle", section: "AI_SYSTEM_LIFE_CYCLE", supplier }, [
    {
      id: "A.6.1.2",
      title: "Objectives for responsible development of AI system",
      text: "Set written objectives for developing AI responsibly, and include steps that support them in each development stage.",
      basis:
        "Tests that record results for groups of people and tests that met their thresholds can support such objectives. They do not state the objectives.",
      supporting: "test.groups test.passed",
      supply: "the objectives for responsible development",
    },
    {
      id: "A.6.1.3",
      title: "Processes for responsible AI system design and development",
      text: "Document how AI systems are designed and developed responsibly.",
      basis:
        "Approvals, validations and change tickets show that individual steps of a process were carried out. They do not describe the process. A refused approval supports this control, because it shows that the approval step was carried out. Deployments recorded as not approved are adverse evidence.",
      strong: "approval.given validation.approved",
      supporting:
        "approval.refused deployment.ticket deployment.approved test.passed validation.recorded validation.conditional",
      adverse: "deployment.unapproved",
      supply: "a description of the design and development processes",
    },
    {
      id: "A.6.2.2",
      title: "AI system requirements and specification",
      text: "Specify and document the requirements for new AI systems and for material enhancements.",
      basis: "Events can record the intended purpose and the test thresholds. They do not contain the specification.",
      supporting: "deployment.purpose deployment.ticket test.passed",
      supply: "the requirements specification",
    },
    {
      id: "A.6.2.3",
      title: "Documentation of AI system design and development",
      text: "Document the design and development of the AI system based on its objectives, requirements and specification.",
      basis: "Training events can record the code, data and settings of a version. They do not document the design.",
      strong: "training.reproducible",
      supporting: "training.method training.data test.limits test.artefact",
      supply: "the design and development documentation",
    },
    {
      id: "A.6.2.4",
      title: "AI system verification and validation",
      text: "Document how the system is verified and validated, and when each method is used.",
      basis:
        "Tests that met recorded thresholds are strong evidence, as are validations that are recorded as independent, have a positive outcome and are not overdue. Failed tests are adverse evidence, as are validations that were rejected or are overdue.",
      strong: "test.passed validation.approved",
      supporting: "test.recorded test.groups test.signed validation.recorded validation.conditional",
      adverse: `${failedTests} validation.rejected validation.overdue`,
      supply: "a description of the verification and validation measures and the criteria for their use",
    },
    {
      id: "A.6.2.5",
      title: "AI system deployment",
      text: "Document a plan for each deployment, and release the system only when the plan's conditions are met.",
      basis:
        "Approved deployments and recorded approvals are strong evidence that releases are controlled. A refused approval supports this control, because it shows that the approval step was carried out. Deployments recorded as not approved are adverse evidence.",
      strong: "deployment.approved approval.given",
      supporting: "approval.refused deployment.recorded deployment.ticket deployment.rollback",
      adverse: "deployment.unapproved",
      supply: "the deployment plan",
    },
    {
      id: "A.6.2.6",
      title: "AI system operation and monitoring",
      text: "Define and document the elements of ongoing operation, including at least system and performance monitoring, repairs, updates and support.",
      basis:
        "Corrective actions, and alerts that record a cause and a corrective action, are strong evidence that the system is monitored and repaired. Alerts recorded as not acknowledged or not resolved are adverse evidence.",
      strong: "alert.corrected change.correction",
      supporting:
        "alert.measured alert.handled alert.recorded inference.recorded inference.measured case.reviewed deployment.rollback",
      adverse: "alert.unanswered",
      supply: "a description of operation, monitoring, repairs, updates and support",
    },
    {
      id: "A.6.2.7",
      title: "AI system technical documentation",
      text: "Determine the technical documentation that each category of interested parties needs, and provide it in an appropriate form.",
      basis: "Events can refer to instructions and reports. They do not contain the documentation.",
      supporting: "deployment.instructions test.limits test.signed",
      supply: "the technical documentation",
    },
    {
      id: "A.6.2.8",
      title: "AI system recording of event logs",
      text: "Determine the life cycle stages at which event logs are recorded, including at least the time when the AI system is in use.",
      basis:
        "Each event in this package is an entry in an event log. Inferences are strong evidence that events are logged while the AI system is in use. The events do not show that every relevant event was recorded.",
      strong: "any.INFERENCE",
      supporting: eventTypes.flatMap((type) => (type === "INFERENCE" ? [] : [`any.${type}`])).join(" "),
    },
  ]),
  ...group({ name: "A.7 Data for AI systems", section: "DATA_FOR_AI_SYSTEMS", supplier }, [
    {
      id: "A.7.2",
      title: "Data for development and enhancement of AI system",
      text: "Establish and apply written procedures for managing the data used to develop AI systems.",
      basis:
        "Training and data access events that record a lawful basis are strong evidence that the use of data is managed. ISO/IEC 42001 does not require a statement of the lawful basis. A statement that personal data is used without a lawful basis is adverse evidence.",
      strong: "training.lawful access.lawful",
      supporting: "training.data training.preparation access.recorded",
      adverse: unlawfulData,
      supply: "a description of the data management processes",
    },
    {
      id: "A.7.3",
      title: "Acquisition of data",
      text: "Determine and document how the data used in AI systems is acquired and selected.",
      basis:
        "Training events that record the data's source and lawful basis are strong evidence that the acquisition of individual data sets is documented. ISO/IEC 42001 does not require a statement of the lawful basis. A statement that personal data is used without a lawful basis is adverse evidence.",
      strong: "training.lawful",
      supporting: "training.provenance access.lawful access.recorded",
      adverse: unlawfulData,
      supply: "the documentation of how data is acquired and selected",
    },
    {
      id: "A.7.4",
      title: "Quality of data for AI systems",
      text: "Set written requirements for data quality, and check that the data used in development and operation meets them.",
      basis:
        "Data recorded as having passed a quality check is strong evidence. A failed quality check is adverse evidence.",
      strong: "training.quality",
      supporting: "training.preparation test.groups",
      adverse: "data.poor",
      supply: "the data quality requirements",
    },
    {
      id: "A.7.5",
      title: "Data provenance",
      text: "Define and document a process for recording the provenance of the data used in AI systems.",
      basis:
        "Training events that record the data's source, hash or version show that provenance is recorded. They do not describe the process.",
      strong: "training.provenance",
      supporting: "training.data access.lawful access.recorded",
      supply: "a description of the process for recording data provenance",
    },
    {
      id: "A.7.6",
      title: "Data preparation",
      text: "Define and document the data preparation methods used and the criteria for selecting them.",
      basis:
        "Training events can record the preparation methods used. They do not state the criteria for selecting them. A failed quality check is adverse evidence.",
      strong: "training.preparation",
      adverse: "data.poor",
      supply: "the criteria for selecting data preparation methods",
    },
  ]),
  ...group(
    {
      name: "A.8 Information for interested parties of AI systems",
      section: "INFORMATION_FOR_INTERESTED_PARTIES",
      supplier,
    },
    [
      {
        id: "A.8.2",
        title: "System documentation and information for users",
        text: "Determine the information that users of the AI system need, and provide it to them.",
        basis:
          "Deployment events can record the version of the instructions for use. They do not contain the information for users.",
        supporting: "deployment.instructions",
        supply: "the documentation and information for users",
      },
      {
        id: "A.8.3",
        title: "External reporting",
        text: "Provide people outside the organisation with a channel for reporting harm caused by the system.",
        basis:
          "Recorded complaints and appeals show that a reporting channel is used. Alerts from monitoring do not show this.",
        supporting: "concern.raised",
        supply: "a description of the external reporting channel",
      },
      {
        id: "A.8.4",
        title: "Communication of incidents",
        text: "Document a plan for informing users of the system about incidents.",
        basis:
          "Incidents that record when users were informed show that individual incidents were communicated. A serious incident that does not record when users were informed is adverse evidence.",
        strong: "incident.communicated",
        adverse: "incident.uncommunicated",
        supply: "the plan for communicating incidents",
      },
      {
        id: "A.8.5",
        title: "Information for interested parties",
        text: "Document which information about the system the organisation has to report, and to whom.",
        basis:
          "Recorded reports to an authority show that individual incidents were reported. They do not document the organisation's reporting obligations. A serious incident without a recorded report to an authority is adverse evidence.",
        supporting: "incident.reported",
        adverse: "incident.silent",
        supply: "a list of the organisation's obligations to report to interested parties",
      },
    ],
  ),
  ...group({ name: "A.9 Use of AI systems", section: "RESPONSIBLE_USE", supplier }, [
    {
      id: "A.9.2",
      title: "Processes for responsible use of AI systems",
      text: "Document how the organisation uses AI systems responsibly.",
      basis:
        "Case reviews and decisions on unapproved use of AI are strong evidence that processes for responsible use are applied. They do not describe the processes.",
      strong: "case.reviewed shadow.decided shadow.exception",
      supporting: "case.untyped case.intervention inference.policy inference.reviewed",
      supply: "a description of the processes for responsible use",
    },
    {
      id: "A.9.3",
      title: "Objectives for responsible use of AI system",
      text: "Set written objectives for the responsible use of AI systems.",
      basis: "Events can show practices that support an objective. They do not state the objective.",
      supporting: "inference.explained inference.policy",
      supply: "the objectives for responsible use",
    },
    {
      id: "A.9.4",
      title: "Intended use of the AI system",
      text: "Ensure that the AI system is used according to its intended use and its documentation.",
      basis:
        "The purpose recorded with inferences can be compared with the intended purpose recorded with deployments. The service does not compare them. Restrictions lifted or relaxed without a recorded approval are adverse evidence.",
      strong: "inference.purpose",
      supporting: "deployment.purpose inference.policy restriction.approved shadow.decided",
      adverse: "restriction.lifted",
      supply: "the documentation of the intended use",
    },
  ]),
  ...group({ name: "A.10 Third-party and customer relationships", section: "THIRD_PARTY_RELATIONSHIPS", supplier }, [
    {
      id: "A.10.2",
      title: "Allocating responsibilities",
      text: "Agree who is responsible for each task at each stage of the system's life cycle: the organisation, a supplier, a partner, a customer or another party.",
      basis: "Events can name providers and owners. They do not allocate responsibilities between parties.",
      supporting: "deployment.vendor change.owner change.provider",
      supply: "the agreements that allocate responsibilities",
    },
    {
      id: "A.10.3",
      title: "Suppliers",
      text: "Use a defined procedure to check that purchased services, products and materials are consistent with the organisation's principles for responsible AI.",
      basis:
        "Events can identify suppliers and decisions on unapproved providers. They do not contain supplier assessments.",
      strong: "shadow.decided shadow.exception",
      supporting: "deployment.vendor change.provider shadow.vendor",
      supply: "the supplier assessments",
    },
    {
      id: "A.10.4",
      title: "Customers",
      text: "Ensure that the organisation's responsible approach to the development and use of AI systems takes account of customer expectations and needs.",
      basis:
        "Recorded complaints and appeals show that affected persons gave feedback. They do not show how customer expectations were taken into account.",
      supporting: "concern.raised deployment.instructions",
      supply: "the records of customer expectations and commitments",
    },
  ]),
];
