// What nodes of somebody else's page are, asked so that the page has no say in it: <input id=parentNode> is the
// `parentNode` of its form, and <img name=body> the `body` of its document.

const getter = (type, name) => {
  const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
  return (node) => get.call(node);
};
const typeOf = getter(Node, "nodeType");

export const isElement = (node) => Boolean(node) && typeOf(node) === Node.ELEMENT_NODE;
export const parentOf = getter(Node, "parentNode");
export const nextOf = getter(Node, "nextSibling");
export const bodyOf = getter(Document, "body");
export const rootOf = getter(Document, "documentElement");
export const attributeOf = (element, name) => Element.prototype.getAttribute.call(element, name);
export const nearest = (element, selector) => Element.prototype.closest.call(element, selector);
export const rectangleOf = (element) => Element.prototype.getBoundingClientRect.call(element);
export const listen = (target, ...told) => EventTarget.prototype.addEventListener.call(target, ...told);
