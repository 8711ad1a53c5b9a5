import { DescribeSubnetsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { DescribeClusterCommand, DescribeUpdateCommand, EKSClient, UpdateClusterVersionCommand } from '@aws-sdk/client-eks';
import { AuthorizationV1Api, CoreV1Api, KubeConfig, PolicyV1beta1Api } from '@kubernetes/client-node';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Served } from '#twin/http/serve-twin';
import { loadScenario } from '#twin/scenario/load';
import { openTwin, type Twin } from '#twin/twin';
import { rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';
