/**
 * Strict reading of JSON text: what a format does not define is rejected, since a misspelt field
 * that is ignored would be a plan that is not enforced. Each format stands beside its types.
 *
 * <ul>
 *   <li>{@link org.curtail.json.StrictParser} reads values one by one, and says where a text is not
 *       what was expected.
 *   <li>{@link org.curtail.json.FormatException} says where a text is not what it should be, and
 *       why.
 *   <li>{@link org.curtail.json.Numbers} writes numbers as short as they can be read again.
 *   <li>{@link org.curtail.json.ReadLimits} bounds what a text may make a reader keep.
 * </ul>
 */
@NullMarked
package org.curtail.json;

import org.jspecify.annotations.NullMarked;
