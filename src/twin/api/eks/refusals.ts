import type { WireAnswer } from '../answer.ts';

/** Which object an error of EKS speaks about; what is not meant is null on the wire. */
export interface About {
  readonly clusterName?: string;
  readonly nodegroupName?: string;
  readonly addonName?: string;
}

const error =
  (status: number, type: string) =>
  (message: string, about: About): WireAnswer => ({
    status,
    headers: { 'x-amzn-errortype': type },
    body: {
      message,
      clusterName: about.clusterName ?? null,
      nodegroupName: about.nodegroupName ?? null,
      addonName: about.addonName ?? null,
    },
  });

/** The exceptions of EKS with their HTTP status (https://docs.aws.amazon.com/eks/latest/APIReference/CommonErrors.html). */
export const resourceNotFound = error(404, 'ResourceNotFoundException');
export const resourceInUse = error(409, 'ResourceInUseException');
export const invalidParameter = error(400, 'InvalidParameterException');
export const invalidRequest = error(400, 'InvalidRequestException');

/** 403 of the front of every AWS service. */
export const accessDenied = (action: string, arn: string): WireAnswer => ({
  status: 403,
  headers: { 'x-amzn-errortype': 'AccessDeniedException' },
  body: { message: `User is not authorized to perform: ${action} on resource: ${arn}` },
});

export const noCluster = (clusterName: string): WireAnswer =>
  resourceNotFound(`No cluster found for name: ${clusterName}.`, { clusterName });

export const noNodegroup = (clusterName: string, nodegroupName: string): WireAnswer =>
  resourceNotFound(`No node group found for name: ${nodegroupName}.`, { clusterName, nodegroupName });

export const noAddon = (clusterName: string, addonName: string): WireAnswer =>
  resourceNotFound(`No addon: ${addonName} found in cluster: ${clusterName}`, { clusterName, addonName });
