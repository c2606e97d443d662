import { failedTests, group, uncontrolledChanges } from "@/lib/domains/evidence/frameworks/rows";

const clause = { supplier: "The organisation", counted: false };

/** Risks are assessed and treated under clauses 6.1 and 8: the same events support both. */
const assessed = {
  basis:
    "Recorded risk assessments show that individual risks were assessed. Alerts and detections show that risks were found, not that they were assessed.",
  supporting: "risk.assessed alert.measured alert.corrected shadow.assessed",
};
const treated = {
  basis:
    "Alerts that record a cause and a corrective action, and decisions on unapproved use of AI, show that individual risks were treated. Alerts recorded as not acknowledged or not resolved are adverse evidence.",
  supporting:
    "risk.treated alert.corrected shadow.decided shadow.exception alert.handled change.correction restriction.approved risk.assessed",
  adverse: "alert.unanswered",
};
const impactAssessed = {
  basis:
    "Events can record that an impact assessment took place. They do not contain the assessment. An impact assessment with a negative outcome supports this clause, but is also listed as a finding about the AI system.",
  supporting: "impact.assessed impact.negative",
};

/** The clauses, which are listed beside the controls and not counted. */
export const clauses = [
  ...group({ ...clause, name: "4 Context of the organization", section: "LEADERSHIP_POLICY_ROLES" }, [
    {
      id: "4.1",
      title: "Understanding the organization and its context",
      text: "Determine the external and internal issues that affect the AI management system, and the organisation's role with respect to AI systems.",
      basis: "Events do not describe the context of the organisation.",
      supply: "an analysis of the internal and external issues",
    },
    {
      id: "4.2",
      title: "Understanding the needs and expectations of interested parties",
      text: "Determine the interested parties, their requirements, and the requirements that the AI management system addresses.",
      basis: "Events do not identify interested parties.",
      supply: "a list of interested parties and their requirements",
    },
    {
      id: "4.3",
      title: "Determining the scope of the AI management system",
      text: "Determine and document the boundaries and applicability of the AI management system.",
      basis: "Events do not define the scope of the AI management system.",
      supply: "the documented scope of the AI management system",
    },
    {
      id: "4.4",
      title: "AI management system",
      text: "Establish, implement, maintain and improve the AI management system, including its processes and their interactions.",
      basis: "The events of one model do not describe the AI management system.",
      supply: "a description of the AI management system",
    },
  ]),
  ...group({ ...clause, name: "5 Leadership", section: "LEADERSHIP_POLICY_ROLES" }, [
    {
      id: "5.1",
      title: "Leadership and commitment",
      text: "Top management demonstrates leadership and commitment to the AI management system.",
      basis: "Events do not show the leadership and commitment of top management.",
      supply: "the minutes of top management meetings, including decisions",
    },
    {
      id: "5.2",
      title: "AI policy",
      text: "Top management establishes an AI policy that is appropriate to the organisation, and communicates it.",
      basis: "Change events can show when a policy that applies to the model changed. They do not contain the policy.",
      supporting: "change.policy",
      supply: "the AI policy",
    },
    {
      id: "5.3",
      title: "Roles, responsibilities and authorities",
      text: "Assign and communicate responsibilities and authorities for the AI management system.",
      basis:
        "Events can identify the model's owner and the people who approved changes. They do not define responsibilities or authorities. Changes approved by the person who made them are adverse evidence.",
      strong: "change.owner",
      supporting: "change.approved review.role",
      adverse: "change.selfApproved",
      supply: "a description of roles and authorities",
    },
  ]),
  ...group({ ...clause, name: "6 Planning", section: "RISK_AND_IMPACT_ASSESSMENT" }, [
    {
      id: "6.1.1",
      title: "Actions to address risks and opportunities: general",
      text: "Determine risks and opportunities, establish AI risk criteria, and plan actions and the evaluation of their effectiveness.",
      ...assessed,
      supply: "the AI risk criteria and the planned actions",
    },
    {
      id: "6.1.2",
      title: "AI risk assessment",
      text: "Define a process that identifies, analyses and evaluates AI risks and produces comparable results.",
      ...assessed,
      supply: "a description of the AI risk assessment process",
    },
    {
      id: "6.1.3",
      title: "AI risk treatment",
      text: "Define a process that selects treatment options, compares controls with Annex A and produces a statement of applicability.",
      ...treated,
      supply: "the statement of applicability and the risk treatment plan",
    },
    {
      id: "6.1.4",
      title: "AI system impact assessment",
      text: "Define a process to assess the potential consequences of AI systems for individuals, groups and society.",
      ...impactAssessed,
      supply: "a description of the impact assessment process",
    },
    {
      id: "6.2",
      title: "AI objectives and planning to achieve them",
      text: "Establish measurable AI objectives and plan how to achieve them.",
      basis: "Events do not state AI objectives.",
      sections: ["LEADERSHIP_POLICY_ROLES"],
      supply: "the AI objectives and the plans to achieve them",
    },
    {
      id: "6.3",
      title: "Planning of changes",
      text: "Carry out changes to the AI management system in a planned manner.",
      basis: "Events can show planned changes to the model, but not to the management system.",
      sections: ["AI_SYSTEM_LIFE_CYCLE"],
      supporting: "change.approved change.predetermined deployment.ticket",
      supply: "the plans for changes to the AI management system",
    },
  ]),
  ...group({ ...clause, name: "7 Support", section: "RESOURCES" }, [
    {
      id: "7.1",
      title: "Resources",
      text: "Determine and provide the resources that the AI management system needs.",
      basis: "Events can record the resources used for the model, but not those used for the management system.",
      supporting: "training.compute deployment.components",
      supply: "the resource plan",
    },
    {
      id: "7.2",
      title: "Competence",
      text: "Determine the competence that people need, ensure that they have it, and retain evidence of it.",
      basis: "Events do not show whether people are competent.",
      supply: "evidence of people's competence",
    },
    {
      id: "7.3",
      title: "Awareness",
      text: "Ensure that people are aware of the AI policy, their contribution to the AI management system, and the implications of nonconformity.",
      basis: "Events do not show what people are aware of.",
      supply: "the training and awareness records",
    },
    {
      id: "7.4",
      title: "Communication",
      text: "Determine the internal and external communications that are relevant to the AI management system.",
      basis: "Events do not record a communication plan.",
      supply: "the communication plan",
    },
    {
      id: "7.5",
      title: "Documented information",
      text: "Create, update and control the documented information that the AI management system requires.",
      basis:
        "Part 2 lists the trust assumptions under which changes to a recorded event can be detected. Events do not include the other documented information of the management system.",
      supporting: "training.reproducible deployment.approved change.approved",
      supply: "the documented information that the AI management system requires",
    },
  ]),
  ...group({ ...clause, name: "8 Operation", section: "RISK_AND_IMPACT_ASSESSMENT" }, [
    {
      id: "8.1",
      title: "Operational planning and control",
      text: "Plan, implement and control the processes that meet the requirements, and retain evidence that they were carried out as planned.",
      basis:
        "Approved deployments, approved changes, and tests that met their thresholds show that individual operational steps were controlled. Changes and deployments recorded as not approved, changes approved by the person who made them, and failed tests are adverse evidence.",
      sections: ["AI_SYSTEM_LIFE_CYCLE"],
      supporting: "deployment.approved change.approved test.passed deployment.recorded change.recorded test.recorded",
      adverse: `${failedTests} ${uncontrolledChanges}`,
      supply: "the criteria for the operational processes",
    },
    {
      id: "8.2",
      title: "AI risk assessment",
      text: "Perform AI risk assessments at planned intervals and when significant changes occur, and retain the results.",
      ...assessed,
      strong: "risk.assessed",
      supporting: "alert.measured alert.corrected shadow.assessed",
      supply: "the results of the AI risk assessments",
    },
    {
      id: "8.3",
      title: "AI risk treatment",
      text: "Implement the risk treatment plan and verify its effectiveness.",
      ...treated,
      supply: "the results of the AI risk treatment",
    },
    {
      id: "8.4",
      title: "AI system impact assessment",
      text: "Perform impact assessments at planned intervals and when significant changes occur, and retain the results.",
      ...impactAssessed,
      supply: "the results of the impact assessments",
    },
  ]),
  ...group({ ...clause, name: "9 Performance evaluation", section: "PERFORMANCE_EVALUATION_IMPROVEMENT" }, [
    {
      id: "9.1",
      title: "Monitoring, measurement, analysis and evaluation",
      text: "Determine what to monitor and measure, which methods to use and when, and evaluate the results.",
      basis:
        "Alerts that record a metric, a value and a threshold show that the model is monitored. They do not show that the management system is monitored. Alerts recorded as not acknowledged or not resolved are adverse evidence.",
      supporting: "alert.measured alert.corrected alert.handled",
      adverse: "alert.unanswered",
      supply: "the monitoring methods and the evaluation of the results",
    },
    {
      id: "9.2",
      title: "Internal audit",
      text: "Conduct internal audits of the AI management system at planned intervals.",
      basis: "A recorded audit shows that an audit took place. It does not contain the audit report.",
      supporting: "audit.recorded",
      supply: "the internal audit programme and reports",
    },
    {
      id: "9.3",
      title: "Management review",
      text: "Top management reviews the AI management system at planned intervals.",
      basis: "Events do not record management reviews.",
      supply: "the records of management reviews",
    },
  ]),
  ...group({ ...clause, name: "10 Improvement", section: "PERFORMANCE_EVALUATION_IMPROVEMENT" }, [
    {
      id: "10.1",
      title: "Continual improvement",
      text: "Continually improve the suitability, adequacy and effectiveness of the AI management system.",
      basis: "Corrective actions are evidence of improvements to the model, not to the management system.",
      supporting: "change.correction alert.corrected",
      supply: "the records of improvements to the AI management system",
    },
    {
      id: "10.2",
      title: "Nonconformity and corrective action",
      text: "React to nonconformities, address their causes, take corrective action and review its effectiveness.",
      basis:
        "Corrective actions are strong evidence, as are alerts that record a cause and a corrective action. Alerts recorded as not acknowledged or not resolved are adverse evidence.",
      strong: "alert.corrected change.correction",
      supporting: "alert.handled",
      adverse: "alert.unanswered",
      supply: "the records of nonconformities and corrective action reviews",
    },
  ]),
];
