/** {@code curtail serve}: a search server over HTTP. */
@NullMarked
package org.curtail.cli.serve;

import org.jspecify.annotations.NullMarked;
