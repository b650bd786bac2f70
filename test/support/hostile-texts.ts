// Texts that try to run something in the browser that shows them, by kind. `hit()` is what they would call.

export const hostile_texts: Readonly<Record<string, string>> = {
  handler: '<img src=x onerror=hit()>',
  json_ld: '</script><script>hit()</script><!--<script>',
  unclosed: '<details open ontoggle=hit() x="',
  javascript_link: '<a href="java&#9;script:hit()">click</a>',
  script: '<script>hit()</script>',
  data_link: '<a href="data:text/html,<script>opener.hit()</script>">click</a>',
  svg: '<svg onload=hit()><animate onbegin=hit() attributeName=x dur=1s></svg>',
  iframe: '<iframe srcdoc="<script>parent.hit()</script>" src="javascript:parent.hit()"></iframe>',
  attribute: "\"><input autofocus onfocus=hit()>' onmouseover=hit() x='",
  style:
    '<style>@import "https://evil.example/x.css";</style><p style="background:url(https://evil.example/y.png)">p</p>',
  media:
    '<video src="https://evil.example/v" onerror=hit()><source onerror=hit()></video><object data="javascript:hit()"></object>',
  base: '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/"><link rel=stylesheet href=https://evil.example/z>',
  mutation: '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  entities: '&lt;img src=x onerror=hit()&gt;&#60;script&#62;hit()&#60;/script&#62;',
}
