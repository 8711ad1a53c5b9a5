"""What boto3 sees: pages, waiters and errors as Python classes."""

import boto3

eks = boto3.client("eks")
pages = eks.get_paginator("list_addons").paginate(clusterName="ekstest", PaginationConfig={"PageSize": 1})
print("addons", [page["addons"] for page in pages])
cluster = eks.describe_cluster(name="ekstest")["cluster"]
print("created", cluster["createdAt"].tzinfo is not None, cluster["status"], cluster["version"])
eks.get_waiter("nodegroup_active").wait(clusterName="ekstest", nodegroupName="managed-ng-20")
print("waited for a group")
try:
    eks.describe_cluster(name="nobody")
except eks.exceptions.ResourceNotFoundException as error:
    print("missing", error.response["Error"]["Message"], error.response["clusterName"])
try:
    eks.update_cluster_version(name="ekstest", version="1.23")
except eks.exceptions.InvalidParameterException as error:
    print("invalid", error.response["ResponseMetadata"]["HTTPStatusCode"], error.response["message"])
types = boto3.client("ec2").describe_instance_types(InstanceTypes=["t3.medium"])["InstanceTypes"]
print("type", types[0]["NetworkInfo"]["MaximumNetworkInterfaces"])
print("account", boto3.client("sts").get_caller_identity()["Account"])
