/** The face of configuration: where connections and their credentials come from. */

export { fileVariable, loadFromEnvironment } from "./connections/load-from-environment.ts";
export type { CredentialState, Project } from "./connections/project.ts";
export type { Environment } from "./connections/project-variables.ts";
export type { ConnectionProvider, ConnectionValues } from "./core/operation.ts";
export { Secret } from "./core/secret.ts";
export type { ConnectionReference } from "./core/tool.ts";
