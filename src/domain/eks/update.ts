/** What DescribeUpdate says (https://docs.aws.amazon.com/eks/latest/APIReference/API_Update.html). */
export interface Update {
  readonly id: string;
  readonly status: 'InProgress' | 'Failed' | 'Cancelled' | 'Successful';
  readonly type: string;
  readonly params: readonly { readonly type: string; readonly value: string }[];
  readonly createdAt: string;
  readonly errors: readonly {
    readonly errorCode: string;
    readonly errorMessage: string;
    readonly resourceIds: readonly string[];
  }[];
}
