/**
 * {@code curtail bench --workflow}: what its options mean. What is measured, and how it is printed,
 * is in {@code org.curtail.lab.workflow}.
 */
@NullMarked
package org.curtail.app.bench.workflow;

import org.jspecify.annotations.NullMarked;
