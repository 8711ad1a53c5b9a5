import { hexDigits } from './hex-digits.ts';
import { minorOf } from './resources.ts';

/** `status.nodeInfo` of a node of an EKS image; `amiType` as EKS names it, `address` makes the ids of the machine its own. */
export function nodeInfo(amiType: string, kubelet: string, address: string) {
  const id = hexDigits(`machine ${address}`, 32);
  return {
    machineID: `ec2${id.slice(3)}`,
    systemUUID: dashed(`ec2${id.slice(3)}`),
    bootID: dashed(hexDigits(`boot ${address}`, 32)),
    ...softwareOf(amiType, minorOf(kubelet)),
    kubeletVersion: kubelet,
    kubeProxyVersion: kubelet,
    operatingSystem: 'linux',
    architecture: amiType.includes('ARM_64') || amiType.includes('_arm64') ? 'arm64' : 'amd64',
  };
}

/** Images of one year in the life of each family; Docker was left with 1.24 (https://docs.aws.amazon.com/eks/latest/userguide/dockershim-deprecation.html). */
function softwareOf(amiType: string, minor: number) {
  if (amiType.startsWith('BOTTLEROCKET')) {
    return {
      kernelVersion: '6.1.119',
      osImage: 'Bottlerocket OS 1.29.0 (aws-k8s)',
      containerRuntimeVersion: 'containerd://1.7.24+bottlerocket',
    };
  }
  if (amiType.startsWith('AL2023')) {
    return {
      kernelVersion: '6.1.119-129.201.amzn2023.x86_64',
      osImage: 'Amazon Linux 2023.6.20241212',
      containerRuntimeVersion: 'containerd://1.7.23',
    };
  }
  const containerRuntimeVersion = minor < 24 ? 'docker://20.10.7' : 'containerd://1.6.6';
  return { kernelVersion: '5.4.176-91.338.amzn2.x86_64', osImage: 'Amazon Linux 2', containerRuntimeVersion };
}

const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
