import type { Failure } from '#errors/failure';

const COMMAND =
  /\baws (eks|ec2|autoscaling|iam|service-quotas) ((?:wait )?[a-z][a-z-]*)(?=[\s`;,.)]|$)(?!\s+--region)/g;

/** The text with `--region` in each AWS command that does not say one: pasted into another terminal it has to ask the same place. */
export const withRegion = (text: string, region: string | undefined): string =>
  region === undefined
    ? text
    : text.replaceAll(COMMAND, (command, service: string, _verb, at: number) =>
        // IAM knows no region; a command that names one further on has it already.
        service === 'iam' || /^[^\n`;]*--region/.test(text.slice(at)) ? command : `${command} --region ${region}`,
      );

/** The same for what a failure says. */
export const failureWithRegion = (failure: Failure, region: string | undefined): Failure => ({
  ...failure,
  message: withRegion(failure.message, region),
  hint: failure.hint && withRegion(failure.hint, region),
});
