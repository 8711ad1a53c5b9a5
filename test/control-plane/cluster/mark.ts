/** Variable in the environment of every process of a cluster; its value is the cluster's folder. */
export const MARK = 'UPGRADE_CONTROL_PLANE';
