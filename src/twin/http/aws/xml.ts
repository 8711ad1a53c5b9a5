/** JSON as the XML of the EC2 query API: keys are elements, an array's entries are `<item>`s, null and undefined are left out. */
export function toXml(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => `<item>${toXml(entry)}</item>`).join('');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null)
      .map(([name, inner]) => `<${name}>${toXml(inner)}</${name}>`)
      .join('');
  }
  return escapeXml(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
